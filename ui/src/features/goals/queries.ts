import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query';

import { api, data } from '@/api/client';

export type GoalBody = { name: string; goalbucks: number; dueDate?: string | null };
export type NewGoal = GoalBody & { studentId: string; classroomId: string };
export type BulkGoal = GoalBody & { studentIds: string[]; classroomId: string };

export const goalKeys = {
  all: ['goals'] as const,
  ofStudent: (studentId: string) => ['goals', 'of-student', studentId] as const,
  current: (studentId: string) => ['goals', 'of-student', studentId, 'current'] as const,
  completed: (studentId: string) => ['goals', 'of-student', studentId, 'completed'] as const,
  achieved: (studentId: string) => ['goals', 'of-student', studentId, 'achieved'] as const,
};

const one = (goalId: string) => ({ path: { goal_id: goalId } });

/** Every goal of a student: current ones by due date, then completed ones, newest first. */
export const goalsQuery = (studentId: string) =>
  queryOptions({
    queryKey: goalKeys.ofStudent(studentId),
    queryFn: ({ signal }) =>
      data(
        api.GET('/api/students/{student_id}/goals', { signal, params: { path: { student_id: studentId } } }),
      ),
  });

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

/** The last 50 completed goals. */
export const completedGoalsQuery = (studentId: string) =>
  queryOptions({
    queryKey: goalKeys.completed(studentId),
    queryFn: ({ signal }) =>
      data(
        api.GET('/api/students/{student_id}/goals', {
          signal,
          params: { path: { student_id: studentId }, query: { status: 'completed', limit: 50 } },
        }),
      ),
  });

const PAGE = 50;

/** Completed goals a page of 50 at a time, newest first: after three years a student has more than a thousand. */
export const completedGoalPagesQuery = (studentId: string) =>
  infiniteQueryOptions({
    queryKey: [...goalKeys.completed(studentId), 'pages'],
    initialPageParam: null as string | null,
    queryFn: ({ signal, pageParam }) =>
      data(
        api.GET('/api/students/{student_id}/goals', {
          signal,
          params: {
            path: { student_id: studentId },
            query: { status: 'completed', limit: PAGE, ...(pageParam !== null && { before: pageParam }) },
          },
        }),
      ),
    getNextPageParam: (page) => (page.length < PAGE ? null : page.at(-1)?.id),
  });

const FIRST_PAGE = 50;
/** The most that the server gives at once. */
const LARGE_PAGE = 500;

/** Completed goals, newest first: 50 to be shown at once, then the years before in large pages, to be counted. */
export const achievedGoalsQuery = (studentId: string) =>
  infiniteQueryOptions({
    queryKey: goalKeys.achieved(studentId),
    initialPageParam: { limit: FIRST_PAGE, before: undefined as string | undefined },
    queryFn: ({ signal, pageParam: { limit, before } }) =>
      data(
        api.GET('/api/students/{student_id}/goals', {
          signal,
          params: {
            path: { student_id: studentId },
            query: { status: 'completed', limit, ...(before !== undefined && { before }) },
          },
        }),
      ),
    getNextPageParam: (page, _pages, { limit }) => {
      const last = page.at(-1);
      return last && page.length === limit ? { limit: LARGE_PAGE, before: last.id } : null;
    },
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

export function useEditGoal() {
  return useMutation({
    mutationFn: ({ id, ...body }: GoalBody & { id: string }) =>
      data(api.PUT('/api/goals/{goal_id}', { body, params: one(id) })),
  });
}

export function useDeleteGoal() {
  return useMutation({
    mutationFn: (goalId: string) => api.DELETE('/api/goals/{goal_id}', { params: one(goalId) }),
  });
}

/** Completes a goal without proof; a pending submission is approved with it. */
export function useCompleteGoal() {
  return useMutation({
    mutationFn: (goalId: string) => data(api.POST('/api/goals/{goal_id}/complete', { params: one(goalId) })),
  });
}

/** Makes a completed goal current again and takes its goalbucks back. */
export function useReopenGoal() {
  return useMutation({
    mutationFn: (goalId: string) => data(api.POST('/api/goals/{goal_id}/reopen', { params: one(goalId) })),
  });
}
