import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';

import { isCode } from '@/api/api-error';
import { api, data, ignoreErrors } from '@/api/client';
import { suggestionKeys } from '@/api/keys';
import { isGone } from '@/api/mutation-policy';
import type { Schemas, SuggestionRow } from '@/api/types';
import { useIsSending } from '@/api/use-is-sending';
import { useUser } from '@/auth/session-context';
import { toast } from '@/components/toast/toast-store';

/** What students suggested and the teacher hasn't answered, newest first. The sidebar counts it too. */
export const pendingSuggestionsQuery = (teacherId: string) =>
  queryOptions({
    queryKey: suggestionKeys.pending(teacherId),
    queryFn: ({ signal }) =>
      data(
        api.GET('/api/goal-suggestions/teacher/{teacher_id}', {
          signal,
          params: { path: { teacher_id: teacherId } },
        }),
      ),
  });

/** The pending suggestions of the signed-in teacher's students. */
export const usePendingSuggestions = () => useQuery(pendingSuggestionsQuery(useUser().id));

/** What the teacher says instead of what was suggested. */
export type Changes = Omit<Schemas['ApprovalRequest'], 'teacherId'>;

/** What the teacher answered. */
export type Answer = 'approved' | 'denied';

/** The id of the card of a suggestion. */
export const suggestionCardId = ({ id }: Pick<SuggestionRow, 'id'>) => `suggestion-${id}`;

/** Focuses the card of a suggestion that is pending again, unless something is being typed elsewhere. */
function focusCard(suggestion: SuggestionRow) {
  if (document.activeElement?.matches('input, textarea, select')) return;
  document.getElementById(suggestionCardId(suggestion))?.focus();
}

/** Makes an answered suggestion pending again; the goal of an approval is removed. */
export function useUndoAnswer(suggestion: SuggestionRow, answer: Answer) {
  const { id, studentName } = suggestion;
  const what = answer === 'approved' ? 'approval' : 'denial';
  return useMutation({
    meta: { awaits: true, failed: `Failed to undo the ${what}. Please try again.`, whenGone: true },
    mutationFn: () => {
      const params = { path: { suggestion_id: id } };
      const undoing = api.POST('/api/goal-suggestions/{suggestion_id}/undo-answer', { params });
      return ignoreErrors(undoing, (error) => isCode(error, 'not_reviewed'));
    },
    onSuccess: () => {
      const pending = `The suggestion of ${studentName} is pending again.`;
      toast({
        title: answer === 'approved' ? 'Approval undone' : 'Denial undone',
        description: answer === 'approved' ? `The goal was removed. ${pending}` : pending,
      });
    },
    // After the refetch, which shows the card again.
    onSettled: (_answer, error) => {
      if (!error) focusCard(suggestion);
    },
  });
}

/** Makes the toast of an answer, with Undo. */
function useAnsweredToast(suggestion: SuggestionRow, answer: Answer) {
  const { mutate: undo } = useUndoAnswer(suggestion, answer);
  return (description: string) => {
    toast({
      title: `Suggestion ${answer}`,
      description,
      action: {
        label: 'Undo',
        altText: 'Undo it on the card.',
        onPress: () => {
          undo();
        },
      },
    });
  };
}

const answering = ['answer-suggestion'];
const GONE = 'It is no longer there: the student or the class may have been deleted.';

/** Asks whether the answer to a suggestion is on its way. */
export const useIsBeingAnswered = () => useIsSending(answering);

/** Called when there is nothing left to answer: with the answer that was given, or with null if it was given elsewhere. */
export type OnAnswered = (answer: Answer | null) => void;

/** Creates the goal, as suggested or with changes. */
export function useApproveSuggestion(suggestion: SuggestionRow, onAnswered: OnAnswered) {
  const toastApproved = useAnsweredToast(suggestion, 'approved');
  return useMutation({
    mutationKey: answering,
    meta: { failed: 'Failed to approve suggestion. Please try again.', whenGone: GONE },
    mutationFn: ({ id, changes }: { id: string; changes: Changes }) =>
      data(
        api.PUT('/api/goal-suggestions/{suggestion_id}/approve', {
          body: changes,
          params: { path: { suggestion_id: id } },
        }),
      ),
    onSuccess: () => {
      toastApproved(`The goal has been created for ${suggestion.studentName}.`);
      onAnswered('approved');
    },
    onError: (error) => {
      if (isGone(error)) onAnswered(null);
    },
  });
}

export function useDenySuggestion(suggestion: SuggestionRow, onAnswered: OnAnswered) {
  const toastDenied = useAnsweredToast(suggestion, 'denied');
  return useMutation({
    mutationKey: answering,
    meta: {
      invalidates: [suggestionKeys.all],
      failed: 'Failed to deny suggestion. Please try again.',
      whenGone: GONE,
    },
    mutationFn: ({ id }: { id: string }) =>
      data(
        api.PUT('/api/goal-suggestions/{suggestion_id}/deny', {
          params: { path: { suggestion_id: id } },
        }),
      ),
    onSuccess: () => {
      toastDenied(`${suggestion.studentName} sees that it was denied.`);
      onAnswered('denied');
    },
    onError: (error) => {
      if (isGone(error)) onAnswered(null);
    },
  });
}
