import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';

import type { Submission } from '@/api/types';
import { useStudent } from '@/auth/session-context';
import { Card } from '@/components/card';
import { EmptyState } from '@/components/empty-state';
import { CupArt } from '@/components/illustrations/illustrations';
import { completedGoalsQuery } from '@/features/goals/queries';
import { CompletedGoals } from '@/features/goals/student/completed-goals';
import { CompletedGoalsSkeleton } from '@/features/goals/student/my-goals-skeleton';
import { approvedSubmissionsQuery } from '@/features/submissions/queries';
import { SubmissionBadge } from '@/features/submissions/submission-badge';
import { QueryView } from '@/shared/query-view';

import { OpenedRecord } from './opened-record';

export function useAchievedGoals() {
  return useInfiniteQuery(completedGoalsQuery(useStudent().id));
}

export type AchievedGoalsState = ReturnType<typeof useAchievedGoals>;

/** The approved submissions of the loaded goals, by goal id. */
export function useApprovals(achieved: AchievedGoalsState) {
  const { data } = useQuery(approvedSubmissionsQuery(useStudent().id, achieved.data?.pages.length));
  return new Map(data?.map((submission) => [submission.goalId, submission]));
}

type AchievedGoalsProps = { achieved: AchievedGoalsState; approvals: ReadonlyMap<string, Submission> };

function Content({ achieved, approvals }: AchievedGoalsProps) {
  return (
    <QueryView
      query={achieved}
      level={3}
      variant="card"
      title={t`Your completed goals didn't load`}
      loading={t`Loading completed goals...`}
      skeleton={<CompletedGoalsSkeleton />}
      isEmpty={({ pages }) => pages.flat().length === 0}
      empty={
        <Card>
          <EmptyState level={3} art={<CupArt />} title={t`No completed goals yet`}>
            <Trans>Every goal you reach is kept here.</Trans>
          </EmptyState>
        </Card>
      }
    >
      {({ pages }) => (
        <CompletedGoals
          pages={pages}
          comment={(goal) => approvals.get(goal.id)?.comment}
          status={(goal) => approvals.has(goal.id) && <SubmissionBadge status="approved" />}
          record={(goal) => approvals.has(goal.id) && <OpenedRecord goal={goal} />}
        />
      )}
    </QueryView>
  );
}

/** The completed goals, with the comments of their approvals. */
export function AchievedGoals(props: AchievedGoalsProps) {
  return (
    <section>
      <h2 className="mb-3">
        <Trans>Completed Goals</Trans>
      </h2>
      <Content {...props} />
    </section>
  );
}
