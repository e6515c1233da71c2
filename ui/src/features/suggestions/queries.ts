import { queryOptions, useMutation } from '@tanstack/react-query';

import { api, data } from '@/api/client';
import { suggestionKeys } from '@/api/keys';
import { useIsSending } from '@/api/use-is-sending';

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
