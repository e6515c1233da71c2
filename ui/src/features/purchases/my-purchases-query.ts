import { infiniteQueryOptions } from '@tanstack/react-query';

import { api, data } from '@/api/client';
import { purchaseKeys } from '@/api/keys';
import { pageQuery, rowPaging, toRowPage } from '@/api/row-pages';

/** A student's purchases a page of 50 at a time, newest first. Apart from the teacher's calls, so that My Goals doesn't load them. */
export const purchasesOfStudentQuery = (studentId: string) =>
  infiniteQueryOptions({
    ...rowPaging,
    queryKey: purchaseKeys.ofStudent(studentId),
    queryFn: async ({ signal, pageParam }) =>
      toRowPage(
        await data(
          api.GET('/api/purchases/student/{student_id}', {
            signal,
            params: { path: { student_id: studentId }, query: pageQuery(pageParam) },
          }),
        ),
      ),
  });
