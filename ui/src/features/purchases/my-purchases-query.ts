import { infiniteQueryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { pageParams, cursorPagination, toCursorPage } from '@/api/cursor-pagination';
import { purchaseKeys } from '@/api/keys';

/** A student's purchases in pages of 50, newest first. Separate module: My Goals doesn't load the teacher's queries. */
export const purchasesOfStudentQuery = (studentId: string) =>
  infiniteQueryOptions({
    ...cursorPagination,
    queryKey: purchaseKeys.ofStudent(studentId),
    queryFn: async ({ signal, pageParam }) =>
      toCursorPage(
        await unwrap(
          api.GET('/api/purchases/student/{student_id}', {
            signal,
            params: { path: { student_id: studentId }, query: pageParams(pageParam) },
          }),
        ),
      ),
  });
