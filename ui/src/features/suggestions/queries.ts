import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';

import { api, data } from '@/api/client';
import { suggestionKeys } from '@/api/keys';
import { useIsSending } from '@/api/use-is-sending';
import { useRefresh } from '@/api/use-refresh';
import { useUser } from '@/auth/session-context';

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
export type Changes = { name?: string; goalbucks?: number; dueDate?: string | null };

const answering = ['answer-suggestion'];

/** Asks whether the answer to a suggestion is on its way. */
export const useIsBeingAnswered = () => useIsSending(answering);

/** Creates the goal; goals, dashboards and lists change with it, so everything is refreshed. */
export function useApproveSuggestion() {
  return useMutation({
    mutationKey: answering,
    mutationFn: ({ id, changes }: { id: string; changes: Changes }) =>
      data(
        api.PUT('/api/goal-suggestions/{suggestion_id}/approve', {
          body: changes,
          params: { path: { suggestion_id: id } },
        }),
      ),
  });
}

/** Makes an answered suggestion pending again, and waits until the lists show it. */
export function useUndoAnswer() {
  // The goal of an approval goes too, so everything is refreshed; a refusal means that the lists are out of date.
  const refresh = useRefresh();
  return useMutation({
    meta: { invalidates: [] },
    onSettled: refresh,
    mutationFn: (suggestionId: string) =>
      data(
        api.POST('/api/goal-suggestions/{suggestion_id}/undo-answer', {
          params: { path: { suggestion_id: suggestionId } },
        }),
      ),
  });
}

export function useDenySuggestion() {
  return useMutation({
    mutationKey: answering,
    meta: { invalidates: [suggestionKeys.all] },
    mutationFn: ({ id }: { id: string }) =>
      data(
        api.PUT('/api/goal-suggestions/{suggestion_id}/deny', {
          params: { path: { suggestion_id: id } },
        }),
      ),
  });
}
