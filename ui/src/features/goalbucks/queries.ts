import { infiniteQueryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { pageParams, cursorPagination, toCursorPage } from '@/api/cursor-pagination';
import { studentKeys } from '@/api/keys';

const studentPath = (studentId: string) => ({ student_id: studentId });

/** Every change of a student's balance, newest first, a page of 50 at a time. */
export const ledgerQuery = (studentId: string) =>
  infiniteQueryOptions({
    ...cursorPagination,
    queryKey: studentKeys.ledger(studentId),
    queryFn: async ({ signal, pageParam }) =>
      toCursorPage(
        await unwrap(
          api.GET('/api/students/{student_id}/ledger', {
            signal,
            params: { path: studentPath(studentId), query: pageParams(pageParam) },
          }),
        ),
      ),
  });
