import { infiniteQueryOptions } from '@tanstack/react-query';

import { api, data } from '@/api/client';
import { studentKeys } from '@/api/keys';
import { pageQuery, rowPaging, toRowPage } from '@/api/row-pages';

const ofStudent = (studentId: string) => ({ student_id: studentId });

/** Every change of a student's balance, newest first, a page of 50 at a time. */
export const ledgerQuery = (studentId: string) =>
  infiniteQueryOptions({
    ...rowPaging,
    queryKey: studentKeys.ledger(studentId),
    queryFn: async ({ signal, pageParam }) =>
      toRowPage(
        await data(
          api.GET('/api/students/{student_id}/ledger', {
            signal,
            params: { path: ofStudent(studentId), query: pageQuery(pageParam) },
          }),
        ),
      ),
  });
