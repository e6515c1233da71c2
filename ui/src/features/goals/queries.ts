import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query';

import { api, data, dataAndHeaders, deleted } from '@/api/client';
import { goalKeys } from '@/api/keys';
import { unlessUnconfirmed } from '@/api/mutation-policy';
import type { Goal, Schemas } from '@/api/types';
import { useIdempotencyKey } from '@/api/use-idempotency-key';
import { toast } from '@/components/toast/toast-store';
import { amountUnit, formatNumber } from '@/lib/format';

export type GoalRequest = Schemas['GoalRequest'];

export const currentGoalsQuery = (studentId: string) =>
  queryOptions({
    queryKey: goalKeys.current(studentId),
    queryFn: ({ signal }) =>
      data(
        api.GET('/api/students/{student_id}/goals', {
          signal,
          params: { path: { student_id: studentId }, query: { status: 'current' } },
        }),
      ),
  });

const PAGE = 50;

type GoalPage = {
  goals: Goal[];
  /** How many goals are completed in all, whatever the page. */
  completed: number;
  /** The sum of their goalbucks. */
  goalbucks: number;
};

async function completedPage(
  studentId: string,
  before: string | null,
  signal: AbortSignal,
): Promise<GoalPage> {
  const { body, headers } = await dataAndHeaders(
    api.GET('/api/students/{student_id}/goals', {
      signal,
      params: {
        path: { student_id: studentId },
        query: { status: 'completed', limit: PAGE, ...(before !== null && { before }) },
      },
    }),
  );
  const total = (name: string) => Number(headers.get(name));
  return { goals: body, completed: total('X-Goals-Completed'), goalbucks: total('X-Goals-Goalbucks') };
}

/** The pages that have come, and the totals as the latest of them told them. */
const pagesAndTotals = ({ pages }: { pages: GoalPage[] }) => ({
  pages: pages.map(({ goals }) => goals),
  completed: pages.at(-1)?.completed ?? 0,
  goalbucks: pages.at(-1)?.goalbucks ?? 0,
});

/** Completed goals a page of 50 at a time, newest first: after three years a student has more than a thousand. */
export const completedGoalsQuery = (studentId: string) =>
  infiniteQueryOptions({
    queryKey: goalKeys.completed(studentId),
    initialPageParam: null as string | null,
    queryFn: ({ signal, pageParam }) => completedPage(studentId, pageParam, signal),
    getNextPageParam: ({ goals, completed }, pages) =>
      pages.flatMap((page) => page.goals).length < completed ? goals.at(-1)?.id : null,
    select: pagesAndTotals,
  });

export const ASSIGN_GOAL_FAILED = 'Failed to assign goal. Please try again.';
export const EDIT_GOAL_FAILED = 'Failed to update goal. Please try again.';

export function useAssignGoal(studentId: string) {
  const sendOnce = useIdempotencyKey(goalKeys.current(studentId));
  return useMutation({
    meta: { failed: unlessUnconfirmed(ASSIGN_GOAL_FAILED) },
    mutationFn: (body: Schemas['NewGoalRequest']) =>
      sendOnce(body, (headers) => data(api.POST('/api/goals', { body, headers }))),
    onSuccess: () => {
      toast({ title: 'Goal assigned' });
    },
  });
}

const ofGoal = (goalId: string) => ({ path: { goal_id: goalId } });

/** These change a list that has the focus, so they wait for it. */
const changing = (failed: string) => ({ awaits: true, failed, whenGone: true }) as const;

/** "25 GoalBucks", on one line. */
export function formatWorth(goalbucks: number): string {
  return `${formatNumber(goalbucks)}\u00a0${amountUnit(goalbucks)}`;
}

/** Completes and pays without proof. */
export function useCompleteGoal() {
  return useMutation({
    meta: changing('Failed to complete goal. Please try again.'),
    mutationFn: (goalId: string) =>
      data(api.POST('/api/goals/{goal_id}/complete', { params: ofGoal(goalId) })),
    onSuccess: ({ goalbucks }) => {
      toast({ title: 'Goal completed', description: `Successfully credited ${formatWorth(goalbucks)}` });
    },
  });
}

/** Takes a completed goal's goalbucks back; it is current again. */
export function useReopenGoal() {
  return useMutation({
    meta: changing('Failed to reopen goal. Please try again.'),
    mutationFn: (goalId: string) => data(api.POST('/api/goals/{goal_id}/reopen', { params: ofGoal(goalId) })),
    onSuccess: ({ goalbucks }) => {
      toast({ title: 'Goal reopened', description: `Successfully took back ${formatWorth(goalbucks)}` });
    },
  });
}

export function useDeleteGoal() {
  return useMutation({
    meta: changing('Failed to delete goal. Please try again.'),
    mutationFn: (goalId: string) => deleted(api.DELETE('/api/goals/{goal_id}', { params: ofGoal(goalId) })),
    onSuccess: () => {
      toast({ title: 'Goal deleted' });
    },
  });
}

export function useEditGoal() {
  return useMutation({
    meta: changing(EDIT_GOAL_FAILED),
    mutationFn: ({ id, ...body }: GoalRequest & { id: string }) =>
      data(api.PUT('/api/goals/{goal_id}', { body, params: ofGoal(id) })),
    onSuccess: () => {
      toast({ title: 'Goal updated' });
    },
  });
}
