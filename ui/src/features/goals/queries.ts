import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import { api, unwrap, unwrapWithHeaders } from '@/api/client';
import { goalKeys } from '@/api/keys';
import type { Goal, Schemas, StudentHome } from '@/api/types';
import { shareStudentHome } from '@/shared/student-home';

export type GoalRequest = Schemas['GoalRequest'];

export const currentGoalsQuery = (studentId: string) =>
  queryOptions({
    queryKey: goalKeys.current(studentId),
    queryFn: ({ signal }) =>
      shareStudentHome(
        studentId,
        ({ currentGoals }) => currentGoals,
        () =>
          unwrap(
            api.GET('/api/students/{student_id}/goals', {
              signal,
              params: { path: { student_id: studentId }, query: { status: 'current' } },
            }),
          ),
      ),
  });

const PAGE_SIZE = 50;

type GoalPage = {
  goals: Goal[];
  /** Total number of completed goals, on all pages. */
  completed: number;
  /** The sum of their goalbucks. */
  goalbucks: number;
};

async function fetchCompletedPage(
  studentId: string,
  before: string | null,
  signal: AbortSignal,
): Promise<GoalPage> {
  const page = await unwrapWithHeaders(
    api.GET('/api/students/{student_id}/goals', {
      signal,
      params: {
        path: { student_id: studentId },
        query: { status: 'completed', limit: PAGE_SIZE, ...(before !== null && { before }) },
      },
    }),
  );
  return {
    goals: page.body,
    completed: Number(page.headers.get('X-Goals-Completed')),
    goalbucks: Number(page.headers.get('X-Goals-Goalbucks')),
  };
}

const firstPageOf = ({ completedGoals, goalsCompleted, goalsGoalbucks }: StudentHome): GoalPage => ({
  goals: completedGoals,
  completed: goalsCompleted,
  goalbucks: goalsGoalbucks,
});

/** Loaded pages, with the totals of the latest one. */
const selectPagesAndTotals = ({ pages }: { pages: GoalPage[] }) => ({
  pages: pages.map(({ goals }) => goals),
  completed: pages.at(-1)?.completed ?? 0,
  goalbucks: pages.at(-1)?.goalbucks ?? 0,
});

/** Completed goals in pages of 50, newest first. A student may have more than a thousand. */
export const completedGoalsQuery = (studentId: string) =>
  infiniteQueryOptions({
    queryKey: goalKeys.completed(studentId),
    initialPageParam: null as string | null,
    queryFn: ({ signal, pageParam }) => {
      const fetchPage = () => fetchCompletedPage(studentId, pageParam, signal);
      return pageParam === null ? shareStudentHome(studentId, firstPageOf, fetchPage) : fetchPage();
    },
    getNextPageParam: ({ goals, completed }, pages) =>
      pages.flatMap((page) => page.goals).length < completed ? goals.at(-1)?.id : null,
    select: selectPagesAndTotals,
  });
