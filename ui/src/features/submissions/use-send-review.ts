import { useQueryClient } from '@tanstack/react-query';

import { isStatus } from '@/api/api-error';
import { failureToast } from '@/api/failure-toast';
import type { SubmissionRow } from '@/api/types';
import { toast } from '@/components/toast/toast-store';

import { useReviewSubmission } from './queries';
import type { Verdict } from './review-rules';
import { useSayReviewed } from './use-undo';

export type Written = { verdict: Verdict; comment: string; allowResubmission: boolean };

export const REVIEW_FAILED = 'Failed to review submission. Please try again.';

function sayWhatFailed(error: unknown) {
  if (!isStatus(error, 404)) {
    failureToast(REVIEW_FAILED, error);
    return;
  }
  const detail = 'It is no longer there: the student may have taken it back.';
  toast({ tone: 'error', title: 'Error', description: REVIEW_FAILED, detail });
}

/** Sends a review. `onSettled` is called once there is nothing left to review: it worked, or it happened elsewhere. */
export function useSendReview(row: SubmissionRow, onSettled: () => void) {
  const queryClient = useQueryClient();
  const review = useReviewSubmission();
  const sayReviewed = useSayReviewed();
  const fail = (error: unknown) => {
    sayWhatFailed(error);
    if (!isStatus(error, 409) && !isStatus(error, 404)) return;
    onSettled();
    void queryClient.invalidateQueries();
  };
  const send = ({ verdict, comment, allowResubmission }: Written) => {
    const body = { id: row.id, status: verdict, allowResubmission, ...(comment && { comment }) };
    // Not the callbacks of `mutate`: they are dropped when the box is closed before the answer is there.
    review.mutateAsync(body).then(() => {
      sayReviewed([row], { verdict, allowResubmission });
      onSettled();
    }, fail);
  };
  return { send, sending: review.isPending, failure: review.error };
}
