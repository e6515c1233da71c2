import { useMutation } from '@tanstack/react-query';

import { api, unwrap, ignoreNotFound } from '@/api/client';
import { goalKeys } from '@/api/keys';
import { unlessUnconfirmed } from '@/api/mutation-policy';
import type { Schemas } from '@/api/types';
import { useIdempotencyKey } from '@/api/use-idempotency-key';
import { toast } from '@/components/toast/toast-store';
import { formatNumber } from '@/lib/format';
import { amountUnit } from '@/shared/amount-unit';

import type { GoalRequest } from './queries';

export const ASSIGN_GOAL_FAILED = 'Failed to assign goal. Please try again.';
export const EDIT_GOAL_FAILED = 'Failed to update goal. Please try again.';

export function useAssignGoal(studentId: string) {
  const sendOnce = useIdempotencyKey(goalKeys.current(studentId));
  return useMutation({
    meta: { failed: unlessUnconfirmed(ASSIGN_GOAL_FAILED) },
    mutationFn: (body: Schemas['NewGoalRequest']) =>
      sendOnce(body, (headers) => unwrap(api.POST('/api/goals', { body, headers }))),
    onSuccess: () => {
      toast({ title: 'Goal assigned' });
    },
  });
}

const goalParams = (goalId: string) => ({ path: { goal_id: goalId } });

/** These change a list that has the focus, so they wait for it. */
const changing = (failed: string) => ({ awaits: true, failed, whenGone: true }) as const;

/** "25 GoalBucks", on one line. */
export function formatWorth(goalbucks: number): string {
  return `${formatNumber(goalbucks)}\u00a0${amountUnit(goalbucks)}`;
}

/** Completes a goal without proof. */
export function useCompleteGoal() {
  return useMutation({
    meta: changing('Failed to complete goal. Please try again.'),
    mutationFn: (goalId: string) =>
      unwrap(api.POST('/api/goals/{goal_id}/complete', { params: goalParams(goalId) })),
    onSuccess: ({ goalbucks }) => {
      toast({ title: 'Goal completed', description: `Successfully credited ${formatWorth(goalbucks)}` });
    },
  });
}

/** Reopens a completed goal and reverses its GoalBucks. */
export function useReopenGoal() {
  return useMutation({
    meta: changing('Failed to reopen goal. Please try again.'),
    mutationFn: (goalId: string) =>
      unwrap(api.POST('/api/goals/{goal_id}/reopen', { params: goalParams(goalId) })),
    onSuccess: ({ goalbucks }) => {
      toast({ title: 'Goal reopened', description: `Successfully took back ${formatWorth(goalbucks)}` });
    },
  });
}

export function useDeleteGoal() {
  return useMutation({
    meta: changing('Failed to delete goal. Please try again.'),
    mutationFn: (goalId: string) =>
      ignoreNotFound(api.DELETE('/api/goals/{goal_id}', { params: goalParams(goalId) })),
    onSuccess: () => {
      toast({ title: 'Goal deleted' });
    },
  });
}

export function useEditGoal() {
  return useMutation({
    meta: changing(EDIT_GOAL_FAILED),
    mutationFn: ({ id, ...body }: GoalRequest & { id: string }) =>
      unwrap(api.PUT('/api/goals/{goal_id}', { body, params: goalParams(id) })),
    onSuccess: () => {
      toast({ title: 'Goal updated' });
    },
  });
}
