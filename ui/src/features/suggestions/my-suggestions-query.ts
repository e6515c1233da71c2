import { queryOptions, useMutation } from '@tanstack/react-query';

import { ApiError } from '@/api/api-error';
import { api, unwrap } from '@/api/client';
import { suggestionKeys } from '@/api/keys';
import type { Schemas, Suggestion } from '@/api/types';
import { useIdempotencyKey } from '@/api/use-idempotency-key';
import { toast } from '@/components/toast/toast-store';

/** Number of recent suggestions to load. */
const RECENT_LIMIT = 50;

/** Pending and recent suggestions. Separate module: students don't load the teacher's queries. */
export const mySuggestionsQuery = (studentId: string) =>
  queryOptions({
    queryKey: suggestionKeys.ofStudent(studentId),
    queryFn: async ({ signal }) => {
      const read = (query: { status: 'pending' } | { limit: number }) =>
        unwrap(
          api.GET('/api/goal-suggestions/student/{student_id}', {
            signal,
            params: { path: { student_id: studentId }, query },
          }),
        );
      const lists = await Promise.all([read({ status: 'pending' }), read({ limit: RECENT_LIMIT })]);
      return newestFirst(lists.flat());
    },
  });

/** Deduplicates and sorts newest first. Ids are chronological. */
function newestFirst(suggestions: Suggestion[]): Suggestion[] {
  const byId = new Map(suggestions.map((suggestion) => [suggestion.id, suggestion]));
  return [...byId.values()].sort((one, other) => (one.id < other.id ? 1 : -1));
}

export type SuggestionInput = Omit<Schemas['SuggestionRequest'], 'studentId'>;

export const SUGGEST_FAILED = 'Failed to submit goal suggestion. Please try again.';

export function useSuggestGoal(studentId: string) {
  const sendOnce = useIdempotencyKey(suggestionKeys.ofStudent(studentId));
  return useMutation({
    meta: {
      invalidates: [suggestionKeys.all],
      failed: (error) => (error instanceof ApiError ? error.error : undefined) ?? SUGGEST_FAILED,
    },
    mutationFn: (idea: SuggestionInput) => {
      const body = { studentId, ...idea };
      return sendOnce(body, (headers) => unwrap(api.POST('/api/goal-suggestions', { body, headers })));
    },
    onSuccess: () => {
      toast({ title: 'Goal suggestion submitted!', description: 'Your teacher looks at it next.' });
    },
  });
}
