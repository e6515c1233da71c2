import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { pageParams, cursorPagination, toCursorPage } from '@/api/cursor-pagination';
import { goalKeys } from '@/api/keys';
import type { Goal } from '@/api/types';

export const assignmentParams = (assignmentId: string) => ({ path: { assignment_id: assignmentId } });

/** Goals of all the teacher's classes with this status, grouped by assignment, in pages of 50, newest first. */
export const assignmentsQuery = (teacherId: string, status: Goal['status']) =>
  infiniteQueryOptions({
    ...cursorPagination,
    queryKey: [...goalKeys.ofTeacher(teacherId), status],
    queryFn: async ({ signal, pageParam }) =>
      toCursorPage(
        await unwrap(
          api.GET('/api/assignments/teacher/{teacher_id}', {
            signal,
            params: { path: { teacher_id: teacherId }, query: { status, ...pageParams(pageParam) } },
          }),
        ),
      ),
  });

/** Every goal of an assignment, by student. */
export const assignmentGoalsQuery = (teacherId: string, assignmentId: string) =>
  queryOptions({
    queryKey: [...goalKeys.ofTeacher(teacherId), 'assignment', assignmentId],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/assignments/{assignment_id}', { signal, params: assignmentParams(assignmentId) })),
  });
