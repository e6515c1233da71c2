import { isCode } from '@/api/api-error';
import { failureToast } from '@/api/failure-toast';
import type { SuggestionRow } from '@/api/types';
import { toast } from '@/components/toast/toast-store';

import { useUndoAnswer } from './queries';

/** What the teacher answered. */
export type Answer = 'approved' | 'denied';

/** The id of the card of a suggestion. */
export const suggestionCardId = ({ id }: Pick<SuggestionRow, 'id'>) => `suggestion-${id}`;

/** Focuses the card of a suggestion that is pending again, unless something is typed elsewhere. */
function focusCard(suggestion: SuggestionRow) {
  if (document.activeElement?.matches('input, textarea, select')) return;
  document.getElementById(suggestionCardId(suggestion))?.focus();
}

/** Makes an answered suggestion pending again and says so. */
export function useSendUndoAnswer(suggestion: SuggestionRow) {
  const { mutateAsync, isPending } = useUndoAnswer();
  const undo = async (answer: Answer) => {
    try {
      await mutateAsync(suggestion.id);
    } catch (error) {
      // It is pending already: the answer to an earlier try was lost.
      if (!isCode(error, 'not_reviewed')) {
        failureToast(
          `Failed to undo the ${answer === 'approved' ? 'approval' : 'denial'}. Please try again.`,
          error,
        );
        return;
      }
    }
    toast({
      title: answer === 'approved' ? 'Approval undone' : 'Denial undone',
      description:
        answer === 'approved'
          ? `The goal was removed. The suggestion of ${suggestion.studentName} is pending again.`
          : `The suggestion of ${suggestion.studentName} is pending again.`,
    });
    focusCard(suggestion);
  };
  return { undo, undoing: isPending };
}
