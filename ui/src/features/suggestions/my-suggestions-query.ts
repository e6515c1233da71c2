import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, data } from '@/api/client';
import { suggestionKeys } from '@/api/keys';

/** Apart from the teacher's calls, so that a student's browser doesn't load them. The newest are enough. */
export const mySuggestionsQuery = (studentId: string) =>
  queryOptions({
    queryKey: suggestionKeys.ofStudent(studentId),
    queryFn: ({ signal }) =>
      data(
        api.GET('/api/goal-suggestions/student/{student_id}', {
          signal,
          params: { path: { student_id: studentId }, query: { limit: 50 } },
        }),
      ),
  });

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
