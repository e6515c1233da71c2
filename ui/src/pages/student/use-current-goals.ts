import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';

import type { Goal, Submission } from '@/api/types';
import { useStudent } from '@/auth/session-context';
import { currentGoalsQuery } from '@/features/goals/queries';
import { newestByGoal } from '@/features/submissions/proof-rules';
import { openSubmissionsQuery } from '@/features/submissions/queries';

/** A current goal with its newest submission, if there is one. */
export type GoalWithProof = {
  goal: Goal;
  proof: Submission | undefined;
  /** The news above shows the teacher's comment. */
  isAnnounced?: boolean;
};

/** What has to be done, and where the proof of each goal stands: one without the other can't be shown. */
export function useCurrentGoals() {
  const { id } = useStudent();
  const queryClient = useQueryClient();
  const goals = useQuery(currentGoalsQuery(id));
  const proofs = useQuery(openSubmissionsQuery(id));
  const rows = useMemo<GoalWithProof[] | undefined>(() => {
    if (!goals.data || !proofs.data) return undefined;
    const newest = newestByGoal(proofs.data);
    return goals.data.map((goal) => ({ goal, proof: newest.get(goal.id) }));
  }, [goals.data, proofs.data]);
  return {
    rows,
    isError: goals.isError || proofs.isError,
    error: goals.error ?? proofs.error,
    isFetching: goals.isFetching || proofs.isFetching,
    /** Asks again for this and whatever else failed on the page. */
    refetch: () => {
      void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
      return goals.refetch({ cancelRefetch: false });
    },
  };
}
