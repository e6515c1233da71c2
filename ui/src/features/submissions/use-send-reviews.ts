import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';

import { isStatus } from '@/api/api-error';
import { failureToast } from '@/api/failure-toast';
import type { SubmissionRow } from '@/api/types';
import { useIdempotencyKey } from '@/api/use-idempotency-key';

import { useReviewSubmissions } from './queries';
import { REVIEW_FAILED, type Written } from './use-send-review';
import { useSayReviewed } from './use-undo';

/** Sends one verdict for several submissions. `onDone` is called when they are reviewed, all of them. */
export function useSendReviews(onDone: (rows: SubmissionRow[]) => void) {
  const queryClient = useQueryClient();
  const review = useReviewSubmissions();
  const sayReviewed = useSayReviewed();
  const idempotencyKey = useIdempotencyKey();
  // What was reviewed, undone and is reviewed alike again is another intention.
  const round = useRef(0);
  const send = (rows: SubmissionRow[], { verdict, comment, allowResubmission }: Written) => {
    const body = {
      submissionIds: rows.map(({ id }) => id),
      status: verdict,
      allowResubmission,
      ...(comment && { comment }),
    };
    review.mutateAsync({ body, idempotencyKey: idempotencyKey({ round: round.current, body }) }).then(
      () => {
        round.current += 1;
        sayReviewed(rows, { verdict, allowResubmission });
        onDone(rows);
      },
      (error: unknown) => {
        failureToast(REVIEW_FAILED, error);
        // One of them has moved on; the selection says which are left.
        if (isStatus(error, 409) || isStatus(error, 404)) void queryClient.invalidateQueries();
      },
    );
  };
  return { send, sending: review.isPending, failure: review.error };
}
