import { queryOptions } from '@tanstack/react-query';

import { api, data } from '@/api/client';
import { studentKeys } from '@/api/keys';

const NEWEST = 20;

/** A student's newest ledger entries. Apart from the teacher's calls, so that a student's browser doesn't load them. */
export const recentEntriesQuery = (studentId: string) =>
  queryOptions({
    queryKey: studentKeys.recentEntries(studentId),
    queryFn: ({ signal }) =>
      data(
        api.GET('/api/students/{student_id}/ledger', {
          signal,
          params: { path: { student_id: studentId }, query: { limit: NEWEST } },
        }),
      ),
  });
