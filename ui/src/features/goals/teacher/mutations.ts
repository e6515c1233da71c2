import { msg, plural, t } from '@lingui/core/macro';

import { isStatus } from '@/api/api-error';
import { api, unwrap, ignoreNotFound, ignoreErrors } from '@/api/client';
import { goalKeys } from '@/api/keys';
import { unlessUnconfirmed } from '@/api/mutation-policy';
import type { Goal, Schemas } from '@/api/types';
import { useMutation } from '@/api/use-mutation';
import { useSendOnce } from '@/api/use-send-once';
import { toast } from '@/components/toast/toast-store';
import type { GoalRequest } from '@/features/goals/queries';

import { assignmentParams } from './assignment-queries';
import { describeResult } from './assignment-texts';

export function useAssignGoal(studentId: string) {
  const sendOnce = useSendOnce(goalKeys.current(studentId));
  return useMutation({
    meta: {
      changes: ['goals'],
      of: { studentId },
      failed: msg`Failed to assign goal. Please try again.`,
      toasts: unlessUnconfirmed,
    },
    mutationFn: (body: Schemas['NewGoalRequest']) =>
      sendOnce(body, (headers) => unwrap(api.POST('/api/goals', { body, headers }))),
    onSuccess: () => {
      toast({ title: t`Goal assigned` });
    },
  });
}

const goalParams = (goalId: string) => ({ path: { goal_id: goalId } });

/** The focus is in a list that these change, so they wait for its refetch. */
const goalMeta = { changes: ['goals', 'submissions'], awaits: ['goals'], whenGone: true } as const;
const completionMeta = { ...goalMeta, changes: [...goalMeta.changes, 'goalbucks'] } as const;

/** Completes a goal without proof. */
export function useCompleteGoal() {
  return useMutation({
    meta: { ...completionMeta, failed: t`Failed to complete goal. Please try again.` },
    mutationFn: (goalId: string) =>
      unwrap(api.POST('/api/goals/{goal_id}/complete', { params: goalParams(goalId) })),
    onSuccess: ({ goalbucks }) => {
      toast({
        title: t`Goal completed`,
        description: plural(goalbucks, {
          one: 'Successfully credited #\u00a0GoalBuck',
          other: 'Successfully credited #\u00a0GoalBucks',
        }),
      });
    },
  });
}

/** Maximum number of goals per request. */
export const MAX_COMPLETED_GOALS = 500;

/** Completes goals of several students without proof: all or none. `onDone` is called before the lists are read again. */
export function useCompleteGoals(onDone: () => void) {
  const sendOnce = useSendOnce(goalKeys.allOfTeachers);
  return useMutation({
    meta: {
      ...completionMeta,
      failed: msg`Failed to complete goals. Please try again.`,
      toasts: unlessUnconfirmed,
    },
    mutationFn: (goalIds: string[]) => {
      const body = { goalIds };
      return sendOnce(body, (headers) => unwrap(api.POST('/api/goals/complete', { body, headers })));
    },
    onSuccess: ({ count }) => {
      onDone();
      toast({
        title: t`Goals completed`,
        description: plural(count, {
          one: 'Marked done for # student.',
          other: 'Marked done for # students.',
        }),
      });
    },
  });
}

/** Reopens a completed goal and reverses its GoalBucks, or reopens an ended one. */
export function useReopenGoal() {
  return useMutation({
    meta: { ...completionMeta, failed: t`Failed to reopen goal. Please try again.` },
    mutationFn: ({ id }: Goal) => unwrap(api.POST('/api/goals/{goal_id}/reopen', { params: goalParams(id) })),
    // What it had paid: the reopened goal has its worth again.
    onSuccess: (_reopened, { status, goalbucks }) => {
      toast({
        title: t`Goal reopened`,
        ...(status !== 'ended' && {
          description: plural(goalbucks, {
            one: 'Successfully took back #\u00a0GoalBuck',
            other: 'Successfully took back #\u00a0GoalBucks',
          }),
        }),
      });
    },
  });
}

export function useDeleteGoal() {
  return useMutation({
    meta: { ...goalMeta, failed: t`Failed to delete goal. Please try again.` },
    mutationFn: (goalId: string) =>
      ignoreNotFound(api.DELETE('/api/goals/{goal_id}', { params: goalParams(goalId) })),
    onSuccess: () => {
      toast({ title: t`Goal deleted` });
    },
  });
}

export function useEditGoal() {
  return useMutation({
    meta: { ...goalMeta, failed: msg`Failed to update goal. Please try again.` },
    mutationFn: ({ id, ...body }: GoalRequest & { id: string }) =>
      unwrap(api.PUT('/api/goals/{goal_id}', { body, params: goalParams(id) })),
    onSuccess: () => {
      toast({ title: t`Goal updated` });
    },
  });
}

/** Changes the assignment's goals that have no proof and aren't paid. */
export function useEditAssignment() {
  return useMutation({
    meta: { ...goalMeta, failed: msg`Failed to update goals. Please try again.` },
    mutationFn: ({ id, ...body }: GoalRequest & { id: string }) =>
      unwrap(api.PUT('/api/assignments/{assignment_id}', { body, params: assignmentParams(id) })),
    onSuccess: ({ changed, kept }) => {
      toast({ title: t`Goals updated`, description: describeResult('changed', changed, kept) });
    },
  });
}

/** The title of the toast, by whether any goal was deleted. */
type DeletionTitles = { deleted: string; kept: string };

/** Deletes the assignment's goals that have no proof and aren't paid. A 404 counts as deleted. */
export function useDeleteAssignment(titles: DeletionTitles) {
  return useMutation({
    meta: {
      changes: ['goals', 'submissions'],
      awaits: ['goals'],
      failed: t`Failed to delete goals. Please try again.`,
    },
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
export function useAssignGoals(classroomId: string) {
  // The class page doesn't list goals: a student's page or All Goals shows whether they were assigned.
  const sendOnce = useSendOnce(goalKeys.all);
  const { mutate: undo } = useDeleteAssignment({
    deleted: t`Goals taken back`,
    kept: t`Goals not taken back`,
  });
  return useMutation({
    meta: {
      changes: ['goals'],
      of: { classroomId },
      failed: msg`Failed to assign goals. Please try again.`,
      toasts: unlessUnconfirmed,
    },
    mutationFn: (body: Schemas['BulkGoalRequest']) =>
      sendOnce(body, (headers) => unwrap(api.POST('/api/goals/bulk', { body, headers }))),
    onSuccess: ({ count, assignmentId }) => {
      toast({
        title: t`Goals assigned!`,
        description: t`Successfully assigned goal to ${count} student(s)`,
        action: {
          label: t`Undo`,
          altText: t`Delete it for everybody under All Goals.`,
          onPress: () => {
            undo(assignmentId);
          },
        },
      });
    },
  });
}
