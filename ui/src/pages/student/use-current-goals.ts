import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';

import type { Goal, Submission } from '@/api/types';
import { useStudent } from '@/auth/session-context';
import { currentGoalsQuery } from '@/features/goals/queries';
import { latestByGoal } from '@/features/submissions/proof-rules';
import { openSubmissionsQuery } from '@/features/submissions/queries';

/** A current goal with its newest submission, if there is one. */
export type GoalWithSubmission = {
  goal: Goal;
  submission: Submission | undefined;
  /** Whether the news above shows the comment. */
  isAnnounced?: boolean;
};

/** Current goals joined with their latest submissions. */
export function useCurrentGoals() {
  const { id } = useStudent();
  const queryClient = useQueryClient();
  const goals = useQuery(currentGoalsQuery(id));
  const submissions = useQuery(openSubmissionsQuery(id));
  const rows = useMemo<GoalWithSubmission[] | undefined>(() => {
    if (!goals.data || !submissions.data) return undefined;
    const newest = latestByGoal(submissions.data);
    return goals.data.map((goal) => ({ goal, submission: newest.get(goal.id) }));
  }, [goals.data, submissions.data]);
  return {
    rows,
    isError: goals.isError || submissions.isError,
    error: goals.error ?? submissions.error,
    isFetching: goals.isFetching || submissions.isFetching,
    /** Refetches all failed queries of the page. */
    refetch: () => {
      void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
      return goals.refetch({ cancelRefetch: false });
    },
  };
}

export type CurrentGoalsState = ReturnType<typeof useCurrentGoals>;
