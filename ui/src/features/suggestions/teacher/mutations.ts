import { i18n } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';

import { isCode } from '@/api/api-error';
import { api, ignoreErrors, unwrap } from '@/api/client';
import { isGone } from '@/api/mutation-policy';
import type { Schemas, SuggestionListItem } from '@/api/types';
import { useIsMutatingRow } from '@/api/use-is-mutating-row';
import { useMutation } from '@/api/use-mutation';
import { useUser } from '@/auth/session-context';
import { toast } from '@/components/toast/toast-store';

/** Values that override the suggestion. */
export type ApprovalOverrides = Omit<Schemas['ApprovalRequest'], 'teacherId'>;

/** The teacher's answer. */
export type Answer = 'approved' | 'denied';

export const suggestionCardId = ({ id }: Pick<SuggestionListItem, 'id'>) => `suggestion-${id}`;

/** Focuses the card of a suggestion that is pending again, unless something is being typed elsewhere. */
function focusCard(suggestion: SuggestionListItem) {
  if (document.activeElement?.matches('input, textarea, select')) return;
  document.getElementById(suggestionCardId(suggestion))?.focus();
}

/** Makes an answered suggestion pending again; the goal of an approval is removed. */
export function useUndoAnswer(suggestion: SuggestionListItem, answer: Answer) {
  const { id, studentName } = suggestion;
  const failed =
    answer === 'approved'
      ? t`Failed to undo the approval. Please try again.`
      : t`Failed to undo the denial. Please try again.`;
  return useMutation({
    meta: {
      changes: ['goal-suggestions', 'goals'],
      of: suggestion,
      awaits: ['goal-suggestions'],
      failed,
      whenGone: true,
    },
    mutationFn: () => {
      const params = { path: { suggestion_id: id } };
      const undoing = api.POST('/api/goal-suggestions/{suggestion_id}/undo-answer', { params });
      return ignoreErrors(undoing, (error) => isCode(error, 'not_reviewed'));
    },
    onSuccess: () => {
      toast(
        answer === 'approved'
          ? {
              title: t`Approval undone`,
              description: t`The goal was removed. The suggestion of ${studentName} is pending again.`,
            }
          : {
              title: t`Denial undone`,
              description: t`The suggestion of ${studentName} is pending again.`,
            },
      );
    },
    // After the refetch, which shows the card again.
    onSettled: (_answer, error) => {
      if (!error) focusCard(suggestion);
    },
  });
}

/** Returns a function that shows the toast of an answer, with Undo. */
function useAnsweredToast(suggestion: SuggestionListItem, answer: Answer) {
  const { mutate: undo } = useUndoAnswer(suggestion, answer);
  return (description: string) => {
    toast({
      title: answer === 'approved' ? t`Suggestion approved` : t`Suggestion denied`,
      description,
      action: {
        label: t`Undo`,
        altText: t`Undo it on the card.`,
        onPress: () => {
          undo();
        },
      },
    });
  };
}

const answerKey = ['answer-suggestion'];

const GONE = msg`It is no longer there: the student or the class may have been deleted.`;

/** Returns a function that checks whether the answer to a suggestion is pending. */
export const useIsBeingAnswered = () => useIsMutatingRow(answerKey);

/** Called when the suggestion is answered, or with null if it is gone. */
export type OnAnswered = (answer: Answer | null) => void;

/** Creates the goal, as suggested or with changes. */
export function useApproveSuggestion(suggestion: SuggestionListItem, onAnswered: OnAnswered) {
  const { studentName } = suggestion;
  const { id: teacherId } = useUser();
  const toastApproved = useAnsweredToast(suggestion, 'approved');
  return useMutation({
    mutationKey: answerKey,
    meta: {
      changes: ['goal-suggestions', 'goals'],
      of: suggestion,
      failed: t`Failed to approve suggestion. Please try again.`,
      whenGone: i18n._(GONE),
    },
    mutationFn: ({ id, changes }: { id: string; changes: ApprovalOverrides }) =>
      unwrap(
        api.PUT('/api/goal-suggestions/{suggestion_id}/approve', {
          body: { teacherId, ...changes },
          params: { path: { suggestion_id: id } },
        }),
      ),
    onSuccess: () => {
      toastApproved(t`The goal has been created for ${studentName}.`);
      onAnswered('approved');
    },
    onError: (error) => {
      if (isGone(error)) onAnswered(null);
    },
  });
}

export function useDenySuggestion(suggestion: SuggestionListItem, onAnswered: OnAnswered) {
  const { studentName } = suggestion;
  const { id: teacherId } = useUser();
  const toastDenied = useAnsweredToast(suggestion, 'denied');
  return useMutation({
    mutationKey: answerKey,
    meta: {
      changes: ['goal-suggestions'],
      of: suggestion,
      failed: t`Failed to deny suggestion. Please try again.`,
      whenGone: i18n._(GONE),
    },
    mutationFn: ({ id }: { id: string }) =>
      unwrap(
        api.PUT('/api/goal-suggestions/{suggestion_id}/deny', {
          body: { teacherId },
          params: { path: { suggestion_id: id } },
        }),
      ),
    onSuccess: () => {
      toastDenied(t`${studentName} sees that it was denied.`);
      onAnswered('denied');
    },
    onError: (error) => {
      if (isGone(error)) onAnswered(null);
    },
  });
}
