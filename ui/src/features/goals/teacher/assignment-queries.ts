import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { pageParams, cursorPagination, toCursorPage } from '@/api/cursor-pagination';
import { goalKeys } from '@/api/keys';
import type { Goal } from '@/api/types';
import type { FilterValues } from '@/shared/filters/filter-options';

/** The lists of All Goals, which leaves out goals that ended without being completed. */
export type ListedStatus = Exclude<Goal['status'], 'ended'>;

export const assignmentParams = (assignmentId: string) => ({ path: { assignment_id: assignmentId } });

const filterParams = ({ class: classroomId, goal, student: studentId }: FilterValues) => ({
  ...(classroomId !== undefined && { classroomId }),
  ...(goal !== undefined && { goal }),
  ...(studentId !== undefined && { studentId }),
});

/** By what the goals of this status can be filtered, with the number of goals. */
export const goalFiltersQuery = (teacherId: string, status: ListedStatus, values: FilterValues) =>
  queryOptions({
    queryKey: [...goalKeys.ofTeacher(teacherId), status, 'filters', values],
    queryFn: async ({ signal }) => {
      const { classes, goals, students } = await unwrap(
        api.GET('/api/assignments/teacher/{teacher_id}/filters', {
          signal,
          params: { path: { teacher_id: teacherId }, query: { status, ...filterParams(values) } },
        }),
      );
      return { class: classes, goal: goals, student: students };
    },
    placeholderData: keepPreviousData,
  });

/** Goals of the teacher's classes with this status, grouped by assignment, in pages of 50, newest first. */
export const assignmentsQuery = (teacherId: string, status: ListedStatus, values: FilterValues) =>
  infiniteQueryOptions({
    ...cursorPagination,
    queryKey: [...goalKeys.ofTeacher(teacherId), status, values],
    queryFn: async ({ signal, pageParam }) =>
      toCursorPage(
        await unwrap(
          api.GET('/api/assignments/teacher/{teacher_id}', {
            signal,
            params: {
              path: { teacher_id: teacherId },
              query: { status, ...filterParams(values), ...pageParams(pageParam) },
            },
          }),
        ),
      ),
  });

/** Every goal of an assignment but ended ones, by student. */
export const assignmentGoalsQuery = (teacherId: string, assignmentId: string) =>
  queryOptions({
    queryKey: [...goalKeys.ofTeacher(teacherId), 'assignment', assignmentId],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/assignments/{assignment_id}', { signal, params: assignmentParams(assignmentId) })),
  });
