import { queryOptions, useMutation } from '@tanstack/react-query';

import { ApiError } from '@/api/api-error';
import { api, data } from '@/api/client';
import { suggestionKeys } from '@/api/keys';
import type { Schemas, Suggestion } from '@/api/types';
import { useIdempotencyKey } from '@/api/use-idempotency-key';
import { toast } from '@/components/toast/toast-store';

/** As many as may be news; older answers are none. */
const NEWEST = 50;

/** Whatever waits, and the newest. Apart from the teacher's calls, so that a student's browser doesn't load them. */
export const mySuggestionsQuery = (studentId: string) =>
  queryOptions({
    queryKey: suggestionKeys.ofStudent(studentId),
    queryFn: async ({ signal }) => {
      const read = (query: { status: 'pending' } | { limit: number }) =>
        data(
          api.GET('/api/goal-suggestions/student/{student_id}', {
            signal,
            params: { path: { student_id: studentId }, query },
          }),
        );
      const lists = await Promise.all([read({ status: 'pending' }), read({ limit: NEWEST })]);
      return newestFirst(lists.flat());
    },
  });

/** Each once, as the last list has it. Ids grow with time. */
function newestFirst(suggestions: Suggestion[]): Suggestion[] {
  const byId = new Map(suggestions.map((suggestion) => [suggestion.id, suggestion]));
  return [...byId.values()].sort((one, other) => (one.id < other.id ? 1 : -1));
}

export type Idea = Omit<Schemas['SuggestionRequest'], 'studentId'>;

export const SUGGEST_FAILED = 'Failed to submit goal suggestion. Please try again.';

export function useSuggestGoal(studentId: string) {
  const sendOnce = useIdempotencyKey(suggestionKeys.ofStudent(studentId));
  return useMutation({
    meta: {
      invalidates: [suggestionKeys.all],
      failed: (error) => (error instanceof ApiError ? error.error : undefined) ?? SUGGEST_FAILED,
    },
    mutationFn: (idea: Idea) => {
      const body = { studentId, ...idea };
      return sendOnce(body, (headers) => data(api.POST('/api/goal-suggestions', { body, headers })));
    },
    onSuccess: () => {
      toast({ title: 'Goal suggestion submitted!', description: 'Your teacher looks at it next.' });
    },
  });
}
