import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useSearchParams } from 'react-router';

import type { Goal, Submission } from '@/api/types';
import { CountBadge } from '@/components/badge';
import { Card } from '@/components/card';
import { EmptyState } from '@/components/empty-state';
import { HillArt } from '@/components/illustrations/illustrations';
import { completedGoalsQuery, currentGoalsQuery } from '@/features/goals/queries';
import { ShowMoreCompleted } from '@/features/goals/show-more-completed';
import { endedGoalsQuery } from '@/features/goals/teacher/ended-goals-query';
import {
  CompletedGoalActions,
  CurrentGoalActions,
  GoalActionDialogs,
  useGoalAction,
} from '@/features/goals/teacher/goal-actions';
import { CompletedGoalList, CurrentGoalList, GoalListSkeleton } from '@/features/goals/teacher/goal-list';
import { latestByGoal } from '@/features/submissions/proof-rules';
import { SubmissionBadge } from '@/features/submissions/submission-badge';
import { deniedSubmissionsQuery, LastDenial } from '@/features/submissions/teacher/denials';
import { usePendingSubmissions } from '@/features/submissions/teacher/queries';
import { StudentGoalRecord } from '@/features/submissions/teacher/student-goal-record';
import { QueryView } from '@/shared/query-view';

import { EndedGoals } from './ended-goals';

type ListProps = {
  studentId: string;
  isWaiting: (goal: Goal) => boolean;
  /** Id of the goal that the page's address names. */
  linkedId: string | null;
  /** Undefined in an archived class, whose goals have no actions. */
  onChoose: ReturnType<typeof useGoalAction>['choose'] | undefined;
};

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
  denialOf: (goal: Goal) => Submission | undefined;
  /** Action of the empty state. */
  assign: ReactNode;
};

function CurrentGoals({ studentId, isWaiting, denialOf, assign, linkedId, onChoose }: CurrentGoalsProps) {
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
            status={(goal) => {
              const denial = denialOf(goal);
              return isWaiting(goal) ? (
                <SubmissionBadge status="pending" />
              ) : (
                denial && <SubmissionBadge {...denial} />
              );
            }}
            review={(goal) => {
              const denial = denialOf(goal);
              return denial && <LastDenial submission={denial} />;
            }}
            record={(goal) => <StudentGoalRecord goal={goal} isWaiting={isWaiting(goal)} />}
            linkedId={linkedId}
            {...(onChoose && {
              actions: (goal: Goal) => <CurrentGoalActions goal={goal} onChoose={onChoose} />,
            })}
          />
        )}
      </QueryView>
    </Section>
  );
}

function CompletedGoals({ studentId, isWaiting, linkedId, onChoose }: ListProps) {
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
            record={(goal) => <StudentGoalRecord goal={goal} isWaiting={isWaiting(goal)} />}
            linkedId={linkedId}
            {...(onChoose && {
              actions: (goal: Goal) => <CompletedGoalActions goal={goal} onChoose={onChoose} />,
            })}
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
  /** Action of the empty state. */
  assign: ReactNode;
  readOnly: boolean;
};

/** The last denial of each goal that isn't followed by another try. */
function useLastDenials(studentId: string, pending: readonly Submission[]) {
  const denied = useQuery(deniedSubmissionsQuery(studentId)).data ?? [];
  return latestByGoal([...denied, ...pending]);
}

/** Loads completed goals until the one that the page's address names is among them. */
function useLoadLinked(studentId: string, linkedId: string | null) {
  const current = useQuery(currentGoalsQuery(studentId)).data;
  const completed = useInfiniteQuery(completedGoalsQuery(studentId));
  const ended = useQuery(endedGoalsQuery(studentId)).data;
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = completed;
  const loaded = [...(current ?? []), ...(ended ?? []), ...(data?.pages.flat() ?? [])];
  const isLoaded = loaded.some(({ id }) => id === linkedId);
  const isMissing = linkedId !== null && current !== undefined && data !== undefined && !isLoaded;
  useEffect(() => {
    if (isMissing && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [isMissing, hasNextPage, isFetching, isError, fetchNextPage]);
}

/** Current, completed and ended goals of a student with their actions. */
export function StudentGoalLists({
  studentId,
  studentName,
  balance,
  assign,
  readOnly,
}: StudentGoalListsProps) {
  const pending = usePendingSubmissions().data ?? [];
  const waiting = new Set(pending.map(({ goalId }) => goalId));
  const isWaiting = ({ id }: Goal) => waiting.has(id);
  const latest = useLastDenials(studentId, pending);
  const denialOf = ({ id }: Goal) => {
    const submission = latest.get(id);
    return submission?.status === 'denied' ? submission : undefined;
  };
  const linkedId = useSearchParams()[0].get('goal');
  useLoadLinked(studentId, linkedId);
  const current = useQuery(currentGoalsQuery(studentId)).data ?? [];
  const completed = useInfiniteQuery(completedGoalsQuery(studentId)).data?.pages.flat() ?? [];
  const ended = useQuery(endedGoalsQuery(studentId)).data ?? [];
  const actions = useGoalAction([...current, ...completed, ...ended]);
  const onChoose = readOnly ? undefined : actions.choose;
  const lists = { studentId, isWaiting, linkedId, onChoose };
  return (
    <>
      <div className="card-columns gap-x-6">
        <CurrentGoals {...lists} denialOf={denialOf} assign={assign} />
        <CompletedGoals {...lists} />
      </div>
      <EndedGoals studentId={studentId} linkedId={linkedId} onChoose={onChoose} />
      <GoalActionDialogs
        actions={actions}
        studentName={studentName}
        balance={balance}
        isWaiting={isWaiting}
      />
    </>
  );
}
