import { useQueryClient } from '@tanstack/react-query';

import { isStatus } from '@/api/api-error';
import { failureToast } from '@/api/failure-toast';
import type { SuggestionRow } from '@/api/types';
import { toast } from '@/components/toast/toast-store';

import { type Changes, useApproveSuggestion, useDenySuggestion } from './queries';
import { type Answer, useSendUndoAnswer } from './use-undo-answer';

function sayWhatFailed(verb: 'approve' | 'deny', error: unknown) {
  const failed = `Failed to ${verb} suggestion. Please try again.`;
  if (!isStatus(error, 404)) {
    failureToast(failed, error);
    return;
  }
  const detail = 'It is no longer there: the student or the class may have been deleted.';
  toast({ tone: 'error', title: 'Error', description: failed, detail });
}

/**
 * Approves or denies, and offers Undo. `onSettled` is called once there is nothing left to answer: with the answer that
 * was given, or with null when that happened elsewhere.
 */
export function useAnswerSuggestion(suggestion: SuggestionRow, onSettled: (answer: Answer | null) => void) {
  const { id, studentName } = suggestion;
  const queryClient = useQueryClient();
  const approval = useApproveSuggestion();
  const denial = useDenySuggestion();
  const { undo, undoing } = useSendUndoAnswer(suggestion);
  const failed = (verb: 'approve' | 'deny') => (error: unknown) => {
    sayWhatFailed(verb, error);
    if (!isStatus(error, 409) && !isStatus(error, 404)) return;
    onSettled(null);
    void queryClient.invalidateQueries();
  };
  const settled = (answer: Answer, description: string) => () => {
    toast({
      title: `Suggestion ${answer}`,
      description,
      action: { label: 'Undo', altText: 'Undo it on the card.', onPress: () => void undo(answer) },
    });
    onSettled(answer);
  };
  const busy = approval.isPending || denial.isPending;
  return {
    // Not the callbacks of `mutate`: they are dropped when a refreshed list takes the card away before the answer is there.
    approve: (changes: Changes = {}) => {
      if (busy) return;
      approval
        .mutateAsync({ id, changes })
        .then(settled('approved', `The goal has been created for ${studentName}.`), failed('approve'));
    },
    deny: () => {
      if (busy) return;
      denial
        .mutateAsync({ id })
        .then(settled('denied', `${studentName} sees that it was denied.`), failed('deny'));
    },
    undo,
    undoing,
    approving: approval.isPending,
    denying: denial.isPending,
    /** What the last approval failed with. */
    failure: approval.error,
  };
}

export type Answering = ReturnType<typeof useAnswerSuggestion>;
