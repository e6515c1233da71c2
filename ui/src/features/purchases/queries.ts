import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { cursorPagination, toCursorPage, pageParams } from '@/api/cursor-pagination';
import { purchaseKeys } from '@/api/keys';
import { shareStudentHome } from '@/api/student-home';

const classPath = (classroomId: string) => ({ classroom_id: classroomId });

/** Pending purchases of a class, newest first. */
export const pendingPurchasesQuery = (classroomId: string) =>
  queryOptions({
    queryKey: purchaseKeys.pending(classroomId),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/purchases/classroom/{classroom_id}', {
          signal,
          params: { path: classPath(classroomId), query: { status: 'pending' } },
        }),
      ),
  });

/** Pending purchases of all the teacher's classes, for the sidebar count. */
export const pendingPurchasesOfTeacherQuery = (teacherId: string) =>
  queryOptions({
    queryKey: purchaseKeys.pendingOfTeacher(teacherId),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/purchases/teacher/{teacher_id}', {
          signal,
          params: { path: { teacher_id: teacherId }, query: { status: 'pending' } },
        }),
      ),
  });

/** The last 5 fulfilled purchases, newest first. */
export const fulfilledPurchasesQuery = (classroomId: string) =>
  queryOptions({
    queryKey: purchaseKeys.fulfilled(classroomId),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/purchases/classroom/{classroom_id}', {
          signal,
          params: { path: classPath(classroomId), query: { status: 'fulfilled', limit: 5 } },
        }),
      ),
  });

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
