import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query';

import { isStatus } from '@/api/api-error';
import { api, data } from '@/api/client';
import { goalKeys } from '@/api/keys';
import { pageQuery, rowPaging, toRowPage } from '@/api/row-pages';
import type { Goal } from '@/api/types';
import { useRefresh } from '@/api/use-refresh';

import type { GoalRequest } from './queries';

const ofAssignment = (assignmentId: string) => ({ path: { assignment_id: assignmentId } });

/** The goals of all classes of a teacher in this state, grouped by assignment, newest first, 50 groups at a time. */
export const assignmentsQuery = (teacherId: string, status: Goal['status']) =>
  infiniteQueryOptions({
    ...rowPaging,
    queryKey: [...goalKeys.ofTeacher(teacherId), status],
    queryFn: async ({ signal, pageParam }) =>
      toRowPage(
        await data(
          api.GET('/api/assignments/teacher/{teacher_id}', {
            signal,
            params: { path: { teacher_id: teacherId }, query: { status, ...pageQuery(pageParam) } },
          }),
        ),
      ),
  });

/** Every goal of an assignment, by student. */
export const assignmentGoalsQuery = (teacherId: string, assignmentId: string) =>
  queryOptions({
    queryKey: [...goalKeys.ofTeacher(teacherId), 'assignment', assignmentId],
    queryFn: ({ signal }) =>
      data(api.GET('/api/assignments/{assignment_id}', { signal, params: ofAssignment(assignmentId) })),
  });

/** These change a list that the focus stands in: they are done once it shows them. */
const meta = { invalidates: [] };

/** Changes the assignment's goals that have no proof and aren't paid. */
export function useEditAssignment() {
  return useMutation({
    meta,
    mutationFn: ({ id, ...body }: GoalRequest & { id: string }) =>
      data(api.PUT('/api/assignments/{assignment_id}', { body, params: ofAssignment(id) })),
    onSuccess: useRefresh(),
  });
}

/** Deletes the assignment's goals that have no proof and aren't paid. One that is gone already counts as deleted. */
export function useDeleteAssignment() {
  return useMutation({
    meta,
    mutationFn: async (assignmentId: string) => {
      try {
        return await data(
          api.DELETE('/api/assignments/{assignment_id}', { params: ofAssignment(assignmentId) }),
        );
      } catch (error) {
        if (isStatus(error, 404)) return { deleted: 0, kept: 0 };
        throw error;
      }
    },
    onSuccess: useRefresh(),
  });
}
