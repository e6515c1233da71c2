import { queryOptions, useMutation } from '@tanstack/react-query';

import { api, data } from '@/api/client';
import { suggestionKeys } from '@/api/keys';

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

/** Creates the goal; goals, dashboards and lists change with it, so everything is refreshed. */
export function useApproveSuggestion() {
  return useMutation({
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
    meta: { invalidates: [suggestionKeys.all] },
    mutationFn: (id: string) =>
      data(
        api.PUT('/api/goal-suggestions/{suggestion_id}/deny', {
          params: { path: { suggestion_id: id } },
        }),
      ),
  });
}
