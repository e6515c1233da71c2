import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import type { Goal } from '@/api/types';
import { CountBadge } from '@/components/badge';
import { Card } from '@/components/card';
import { EmptyState } from '@/components/empty-state';
import { HillArt } from '@/components/illustrations/illustrations';
import { completedGoalsQuery, currentGoalsQuery } from '@/features/goals/queries';
import { ShowMoreCompleted } from '@/features/goals/show-more-completed';
import {
  CompletedGoalActions,
  CurrentGoalActions,
  GoalActionDialogs,
  useGoalAction,
} from '@/features/goals/teacher/goal-actions';
import { CompletedGoalList, CurrentGoalList, GoalListSkeleton } from '@/features/goals/teacher/goal-list';
import { SubmissionBadge } from '@/features/submissions/submission-badge';
import { usePendingSubmissions } from '@/features/submissions/teacher/queries';
import { QueryView } from '@/shared/query-view';

type ListProps = { studentId: string; onChoose: ReturnType<typeof useGoalAction>['choose'] };

function Section({ title, count, children }: { title: string; count?: number; children: ReactNode }) {
  return (
    <section className="mb-6">
      <h2 className="mb-3 flex items-center gap-2">
        {title}
        {count !== undefined && count > 0 && <CountBadge count={count} />}
      </h2>
      <Card>{children}</Card>
    </section>
  );
}

type CurrentGoalsProps = ListProps & {
  isWaiting: (goal: Goal) => boolean;
  /** Action of the empty state. */
  assign: ReactNode;
};

function CurrentGoals({ studentId, isWaiting, assign, onChoose }: CurrentGoalsProps) {
  const goals = useQuery(currentGoalsQuery(studentId));
  return (
    <Section title={t`Current Goals`} {...(goals.data && { count: goals.data.length })}>
      <QueryView
        query={goals}
        level={3}
        title={t`The current goals didn't load`}
        loading={t`Loading current goals...`}
        skeleton={<GoalListSkeleton rows={3} />}
        empty={
          <EmptyState level={3} art={<HillArt />} title={t`No current goals`} action={assign}>
            <Trans>Assign one, and it stands here until it is reached.</Trans>
          </EmptyState>
        }
      >
        {(goals) => (
          <CurrentGoalList
            goals={goals}
            status={(goal) => isWaiting(goal) && <SubmissionBadge status="pending" />}
            actions={(goal) => <CurrentGoalActions goal={goal} onChoose={onChoose} />}
          />
        )}
      </QueryView>
    </Section>
  );
}

function CompletedGoals({ studentId, onChoose }: ListProps) {
  const goals = useInfiniteQuery(completedGoalsQuery(studentId));
  return (
    <Section title={t`Completed Goals`}>
      <QueryView
        query={goals}
        level={3}
        title={t`The completed goals didn't load`}
        loading={t`Loading completed goals...`}
        skeleton={<GoalListSkeleton rows={5} />}
        isEmpty={({ pages }) => pages.flat().length === 0}
        empty={
          <p className="px-5 py-6 text-ink-2">
            <Trans>No completed goals yet.</Trans>
          </p>
        }
      >
        {({ pages }) => (
          <CompletedGoalList
            pages={pages}
            actions={(goal) => <CompletedGoalActions goal={goal} onChoose={onChoose} />}
          />
        )}
      </QueryView>
      <ShowMoreCompleted studentId={studentId} />
    </Section>
  );
}

type StudentGoalListsProps = {
  studentId: string;
  studentName: string;
  balance: number | undefined;
  assign: ReactNode;
};

/** Current and completed goals of a student with their actions. */
export function StudentGoalLists({ studentId, studentName, balance, assign }: StudentGoalListsProps) {
  const pending = usePendingSubmissions().data ?? [];
  const waiting = new Set(pending.map(({ goalId }) => goalId));
  const isWaiting = ({ id }: Goal) => waiting.has(id);
  const current = useQuery(currentGoalsQuery(studentId)).data ?? [];
  const completed = useInfiniteQuery(completedGoalsQuery(studentId)).data?.pages.flat() ?? [];
  const actions = useGoalAction([...current, ...completed]);
  return (
    <>
      <div className="card-columns gap-x-6">
        <CurrentGoals studentId={studentId} isWaiting={isWaiting} assign={assign} onChoose={actions.choose} />
        <CompletedGoals studentId={studentId} onChoose={actions.choose} />
      </div>
      <GoalActionDialogs
        actions={actions}
        studentName={studentName}
        balance={balance}
        isWaiting={isWaiting}
      />
    </>
  );
}
