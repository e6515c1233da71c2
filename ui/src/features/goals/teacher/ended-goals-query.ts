import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { goalKeys } from '@/api/keys';

/** The student's goals that ended without being completed, newest first. */
export const endedGoalsQuery = (studentId: string) =>
  queryOptions({
    queryKey: goalKeys.ended(studentId),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/students/{student_id}/goals', {
          signal,
          params: { path: { student_id: studentId }, query: { status: 'ended' } },
        }),
      ),
  });
