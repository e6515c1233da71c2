import { msg, plural, t } from '@lingui/core/macro';

import { isSystemicError } from '@/api/api-error';
import { api, unwrap } from '@/api/client';
import { failureToast } from '@/api/failure-toast';
import { submissionKeys } from '@/api/keys';
import { isGone, unlessUnconfirmed } from '@/api/mutation-policy';
import type { SubmissionListItem } from '@/api/types';
import { useIsMutatingRow } from '@/api/use-is-mutating-row';
import { useMutation } from '@/api/use-mutation';
import { useSendOnce } from '@/api/use-send-once';
import { useUser } from '@/auth/session-context';
import { toast } from '@/components/toast/toast-store';
import { worthOf } from '@/shared/paid-of';

import type { Verdict } from './review-rules';
import { submissionCardId, type Reviewed, describeReview, describeUndone } from './review-texts';

const REVIEW_FAILED = msg`Failed to review submission. Please try again.`;

/** Maximum number of submissions per request. */
export const MAX_BULK_REVIEW = 500;

/** What a bulk review sends, as `UnconfirmedSendAlert` names it after a lost response. */
export const UNCONFIRMED_REVIEWS = 'reviews';

export type ReviewInput = { verdict: Verdict; comment: string; allowResubmission: boolean };

/** `goalbucks`: what an approval pays, if that is less than the goal is worth. */
type SingleReviewInput = ReviewInput & { id: string; goalbucks: number | undefined };

const toBody = ({ verdict, comment, allowResubmission }: ReviewInput) => ({
  status: verdict,
  allowResubmission,
  ...(comment && { comment }),
});

/** The row as its goal has paid. */
const paidRow = (row: SubmissionListItem, goalbucks: number | undefined): SubmissionListItem =>
  goalbucks === undefined ? row : { ...row, goalbucks, offeredGoalbucks: worthOf(row) };

/** An approval completes the goal and pays for it. */
const CHANGED_BY_REVIEW = ['submissions', 'goals', 'goalbucks'] as const;

type UndoneReviews = { rows: Reviewed[]; verdict: Verdict };

function toastNotUndone(failed: number, of: number, failure: Error) {
  const text =
    of === 1
      ? t`Failed to undo the review. Please try again.`
      : plural(of, { other: `Failed to undo ${failed} of # reviews. Please try again.` });
  failureToast(text, failure);
}

/** Makes reviewed submissions pending again, one by one. Resolves with the number of successes and the last error. */
export function useUndoReviews(onUndone?: (rows: Reviewed[]) => void) {
  return useMutation({
    meta: { changes: CHANGED_BY_REVIEW, awaits: ['submissions'] },
    mutationFn: async ({ rows }: UndoneReviews) => {
      const result: { undone: number; failure: Error | null } = { undone: 0, failure: null };
      for (const { id } of rows) {
        const params = { path: { submission_id: id } };
        try {
          await api.POST('/api/submissions/{submission_id}/undo-review', { params });
          result.undone += 1;
        } catch (error) {
          result.failure = error as Error;
          if (isSystemicError(error)) break;
        }
      }
      return result;
    },
    onSuccess: ({ undone, failure }, { rows, verdict }) => {
      if (failure) toastNotUndone(rows.length - undone, rows.length, failure);
      else {
        const title = rows.length > 1 ? t`Reviews undone` : t`Review undone`;
        toast({ title, description: describeUndone(rows, verdict) });
      }
    },
    // After the refetch, which shows the cards again.
    onSettled: (result, _error, { rows }) => {
      if (result && !result.failure) onUndone?.(rows);
    },
  });
}

/** Focuses the first card that is pending again, unless something is being typed elsewhere. */
function focusCard([first]: Reviewed[]) {
  if (!first || document.activeElement?.matches('input, textarea, select')) return;
  document.getElementById(submissionCardId(first))?.focus();
}

/** Returns a function that shows the toast of reviews, with Undo. */
function useReviewedToast() {
  const { mutate: undo } = useUndoReviews(focusCard);
  return (rows: Reviewed[], { verdict, allowResubmission }: ReviewInput) => {
    toast({
      title: rows.length > 1 ? t`Submissions reviewed` : t`Submission reviewed`,
      description: describeReview(rows, { verdict, allowResubmission }),
      action: {
        label: t`Undo`,
        altText: t`Undo it under Recently reviewed.`,
        onPress: () => {
          undo({ rows, verdict });
        },
      },
    });
  };
}

const reviewKey = ['review-submission'];

/** Returns a function that checks whether the review of a row is pending. */
export const useIsBeingReviewed = () => useIsMutatingRow(reviewKey);

/** Approves or denies. `onLeft` is called when the submission is reviewed, or gone. */
export function useReviewSubmission(row: SubmissionListItem, onLeft: () => void) {
  const { id: reviewedBy } = useUser();
  const toastReviewed = useReviewedToast();
  return useMutation({
    mutationKey: reviewKey,
    meta: {
      changes: CHANGED_BY_REVIEW,
      of: row,
      failed: REVIEW_FAILED,
      whenGone: t({
        message: 'It is no longer there: the student may have taken it back.',
        comment: 'A submission',
      }),
    },
    mutationFn: ({ id, goalbucks, ...written }: SingleReviewInput) =>
      unwrap(
        api.PATCH('/api/submissions/{submission_id}/review', {
          body: { reviewedBy, ...toBody(written), ...(goalbucks !== undefined && { goalbucks }) },
          params: { path: { submission_id: id } },
        }),
      ),
    onSuccess: (_submission, written) => {
      toastReviewed([paidRow(row, written.goalbucks)], written);
      onLeft();
    },
    onError: (error) => {
      if (isGone(error)) onLeft();
    },
  });
}

/** Reviews several submissions with one verdict: all or none. */
export function useReviewSubmissions(onDone: (rows: SubmissionListItem[]) => void) {
  const toastReviewed = useReviewedToast();
  const sendOnce = useSendOnce(submissionKeys.allOfTeachers);
  return useMutation({
    meta: {
      changes: CHANGED_BY_REVIEW,
      failed: REVIEW_FAILED,
      toasts: unlessUnconfirmed,
      whenGone: true,
    },
    mutationFn: ({ rows, ...written }: ReviewInput & { rows: SubmissionListItem[] }) => {
      const body = { submissionIds: rows.map(({ id }) => id), ...toBody(written) };
      return sendOnce(body, (headers) => unwrap(api.POST('/api/submissions/review', { body, headers })));
    },
    onSuccess: (_answer, { rows, ...written }) => {
      toastReviewed(rows, written);
      onDone(rows);
    },
  });
}
