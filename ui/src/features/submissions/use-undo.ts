import { failureToast } from '@/api/failure-toast';
import { toast } from '@/components/toast/toast-store';
import { formatCount } from '@/lib/format';

import { useUndoReviews } from './queries';
import type { Verdict } from './review-rules';
import { cardIdOf, type Reviewed, whatReviewDid, whatUndoingDid } from './review-texts';

function sayUndone(rows: Reviewed[], verdict: Verdict) {
  const title = rows.length > 1 ? 'Reviews undone' : 'Review undone';
  toast({ title, description: whatUndoingDid(rows, verdict) });
}

function sayNotUndone(failed: number, of: number, failure: Error) {
  const what = of === 1 ? 'the review' : `${failed} of ${formatCount(of, 'review')}`;
  failureToast(`Failed to undo ${what}. Please try again.`, failure);
}

/** Takes reviews back and says what that did; answers whether it worked. */
export function useUndo() {
  const { mutateAsync, isPending } = useUndoReviews();
  const undo = async (rows: Reviewed[], verdict: Verdict): Promise<boolean> => {
    const { ids, failure } = await mutateAsync(rows.map(({ id }) => id));
    if (!failure) sayUndone(rows, verdict);
    else sayNotUndone(rows.length - ids.length, rows.length, failure);
    return !failure;
  };
  return { undo, undoing: isPending };
}

/** What was undone is probably reviewed anew at once; not while something else is typed. */
function goToCard(rows: Reviewed[]) {
  const [first] = rows;
  if (!first || document.activeElement?.matches('input, textarea, select')) return;
  document.getElementById(cardIdOf(first))?.focus();
}

/** Says that submissions were reviewed, and offers to take it back. */
export function useSayReviewed() {
  const { undo } = useUndo();
  return (rows: Reviewed[], outcome: { verdict: Verdict; allowResubmission: boolean }) => {
    toast({
      title: rows.length > 1 ? 'Submissions reviewed' : 'Submission reviewed',
      description: whatReviewDid(rows, outcome),
      action: {
        label: 'Undo',
        altText: 'Undo it under Recently reviewed.',
        onPress: () => {
          void undo(rows, outcome.verdict).then((undone) => {
            if (undone) goToCard(rows);
          });
        },
      },
    });
  };
}
