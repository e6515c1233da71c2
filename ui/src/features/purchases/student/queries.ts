import { infiniteQueryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { cursorPagination, toCursorPage, pageParams } from '@/api/cursor-pagination';
import { purchaseKeys } from '@/api/keys';
import { shareStudentHome } from '@/shared/student-home';

/** A student's purchases in pages of 50, newest first. */
export const purchasesOfStudentQuery = (studentId: string) =>
  infiniteQueryOptions({
    ...cursorPagination,
    queryKey: purchaseKeys.ofStudent(studentId),
    queryFn: async ({ signal, pageParam }) => {
      const fetchPage = () =>
        unwrap(
          api.GET('/api/purchases/student/{student_id}', {
            signal,
            params: { path: { student_id: studentId }, query: pageParams(pageParam) },
          }),
        );
      return toCursorPage(
        await (pageParam === null
          ? shareStudentHome(studentId, ({ purchases }) => purchases, fetchPage)
          : fetchPage()),
      );
    },
  });
