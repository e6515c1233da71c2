import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { studentKeys } from '@/api/keys';

const RECENT_LIMIT = 20;

/** A student's newest ledger entries. Separate module: students don't load the teacher's queries. */
export const recentEntriesQuery = (studentId: string) =>
  queryOptions({
    queryKey: studentKeys.recentEntries(studentId),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/students/{student_id}/ledger', {
          signal,
          params: { path: { student_id: studentId }, query: { limit: RECENT_LIMIT } },
        }),
      ),
  });
