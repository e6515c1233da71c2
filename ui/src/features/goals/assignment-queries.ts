import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query';

import { isStatus } from '@/api/api-error';
import { api, unwrap, ignoreErrors } from '@/api/client';
import { pageParams, cursorPagination, toCursorPage } from '@/api/cursor-pagination';
import { goalKeys } from '@/api/keys';
import { unlessUnconfirmed } from '@/api/mutation-policy';
import type { Goal, Schemas } from '@/api/types';
import { useIdempotencyKey } from '@/api/use-idempotency-key';
import { toast } from '@/components/toast/toast-store';

import { describeResult } from './assignment-texts';
import type { GoalRequest } from './queries';

const assignmentParams = (assignmentId: string) => ({ path: { assignment_id: assignmentId } });

/** The goals of all classes of a teacher in this state, grouped by assignment, newest first, 50 groups at a time. */
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

export const ASSIGN_GOALS_FAILED = 'Failed to assign goals. Please try again.';
export const EDIT_GOALS_FAILED = 'Failed to update goals. Please try again.';

/** Changes the assignment's goals that have no proof and aren't paid. */
export function useEditAssignment() {
  return useMutation({
    meta: { awaits: true, failed: EDIT_GOALS_FAILED, whenGone: true },
    mutationFn: ({ id, ...body }: GoalRequest & { id: string }) =>
      unwrap(api.PUT('/api/assignments/{assignment_id}', { body, params: assignmentParams(id) })),
    onSuccess: ({ changed, kept }) => {
      toast({ title: 'Goals updated', description: describeResult('changed', changed, kept) });
    },
  });
}

/** The title of the toast, by whether any goal was deleted. */
type DeletionTitles = { deleted: string; kept: string };

/** Deletes the assignment's goals that have no proof and aren't paid. One that is gone already counts as deleted. */
export function useDeleteAssignment(titles: DeletionTitles) {
  return useMutation({
    meta: { awaits: true, failed: 'Failed to delete goals. Please try again.' },
    mutationFn: async (assignmentId: string) => {
      const deletion = unwrap(
        api.DELETE('/api/assignments/{assignment_id}', { params: assignmentParams(assignmentId) }),
      );
      const counts = await ignoreErrors(deletion, (error) => isStatus(error, 404));
      return counts ?? { deleted: 0, kept: 0 };
    },
    onSuccess: ({ deleted, kept }) => {
      const title = deleted === 0 && kept > 0 ? titles.kept : titles.deleted;
      toast({ title, description: describeResult('deleted', deleted, kept) });
    },
  });
}

/** Assigns the same goal to several students; its toast offers Undo. */
export function useAssignGoals() {
  // The class page lists no goals: only the pages of students, or of all goals, show whether they were assigned.
  const sendOnce = useIdempotencyKey(goalKeys.all);
  const { mutate: undo } = useDeleteAssignment({ deleted: 'Goals taken back', kept: 'Goals not taken back' });
  return useMutation({
    meta: { failed: unlessUnconfirmed(ASSIGN_GOALS_FAILED) },
    mutationFn: (body: Schemas['BulkGoalRequest']) =>
      sendOnce(body, (headers) => unwrap(api.POST('/api/goals/bulk', { body, headers }))),
    onSuccess: ({ count, assignmentId }) => {
      toast({
        title: 'Goals assigned!',
        description: `Successfully assigned goal to ${count} student(s)`,
        action: {
          label: 'Undo',
          altText: 'Delete it for everybody under All Goals.',
          onPress: () => {
            undo(assignmentId);
          },
        },
      });
    },
  });
}
