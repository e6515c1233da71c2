import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query';

import { api, data, dataAndHeaders, deleted } from '@/api/client';
import { goalKeys } from '@/api/keys';
import type { Goal } from '@/api/types';
import { useRefresh } from '@/api/use-refresh';

export type GoalRequest = { name: string; goalbucks: number; dueDate?: string | null };
type NewGoal = GoalRequest & { studentId: string; classroomId: string };
type BulkGoal = GoalRequest & { studentIds: string[]; classroomId: string };

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

type Keyed<Body> = {
  body: Body;
  /** One key for one intention: a repeat after a broken connection assigns nothing twice. */
  idempotencyKey: string;
};

export function useAssignGoal() {
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: Keyed<NewGoal>) =>
      data(api.POST('/api/goals', { body, headers: { 'Idempotency-Key': idempotencyKey } })),
  });
}

export function useAssignGoals() {
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: Keyed<BulkGoal>) =>
      data(api.POST('/api/goals/bulk', { body, headers: { 'Idempotency-Key': idempotencyKey } })),
  });
}

const ofGoal = (goalId: string) => ({ path: { goal_id: goalId } });

/** These change a list that the focus stands in: they are done once it shows them. */
const meta = { invalidates: [] };

/** Completes and pays without proof. */
export function useCompleteGoal() {
  return useMutation({
    meta,
    mutationFn: (goalId: string) =>
      data(api.POST('/api/goals/{goal_id}/complete', { params: ofGoal(goalId) })),
    onSuccess: useRefresh(),
  });
}

/** Takes a completed goal's goalbucks back; it is current again. */
export function useReopenGoal() {
  return useMutation({
    meta,
    mutationFn: (goalId: string) => data(api.POST('/api/goals/{goal_id}/reopen', { params: ofGoal(goalId) })),
    onSuccess: useRefresh(),
  });
}

export function useDeleteGoal() {
  return useMutation({
    meta,
    mutationFn: (goalId: string) => deleted(api.DELETE('/api/goals/{goal_id}', { params: ofGoal(goalId) })),
    onSuccess: useRefresh(),
  });
}

export function useEditGoal() {
  return useMutation({
    meta,
    mutationFn: ({ id, ...body }: GoalRequest & { id: string }) =>
      data(api.PUT('/api/goals/{goal_id}', { body, params: ofGoal(id) })),
    onSuccess: useRefresh(),
  });
}
