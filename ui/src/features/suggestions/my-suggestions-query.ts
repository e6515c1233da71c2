import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, data } from '@/api/client';
import { suggestionKeys } from '@/api/keys';
import type { Suggestion } from '@/api/types';

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

export type Idea = { suggestedName: string; suggestedGoalbucks: number; description: string | null };

type Sent = {
  body: Idea & { studentId: string };
  /** One key for one intention: a repeat after a broken connection suggests nothing twice. */
  idempotencyKey: string;
};

export function useSuggestGoal() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { invalidates: [] },
    mutationFn: ({ body, idempotencyKey }: Sent) =>
      data(api.POST('/api/goal-suggestions', { body, headers: { 'Idempotency-Key': idempotencyKey } })),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: suggestionKeys.all });
    },
  });
}
