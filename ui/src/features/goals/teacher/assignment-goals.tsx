import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Check, Hourglass } from 'lucide-react';

import type { AssignmentListItem, GoalListItem } from '@/api/types';
import { useUser } from '@/auth/session-context';
import { Skeleton } from '@/components/skeleton';
import { TextLink } from '@/components/text-link';
import { CompletedDate, DueDate } from '@/features/goals/goal-dates';
import { paidOf } from '@/shared/paid-of';
import { QueryView } from '@/shared/query-view';

import { assignmentGoalsQuery } from './assignment-queries';

/** Values shared by most goals of the assignment. */
type CommonGoalFields = Pick<AssignmentListItem, 'name' | 'goalbucks' | 'dueDate' | 'classroomId'>;

/** Fields in which a goal differs from its assignment. */
function Difference({ goal, common }: { goal: GoalListItem; common: CommonGoalFields }) {
  const { className } = goal;
  const goalbucks = paidOf(goal);
  return (
    <>
      {goal.classroomId !== common.classroomId && (
        <span className="block wrap-anywhere">
          <Trans comment="Of a student who was moved to another class">
            Now in <bdi>{className}</bdi>
          </Trans>
        </span>
      )}
      {goal.name !== common.name && (
        <span className="block wrap-anywhere">
          <bdi>{goal.name}</bdi>
        </span>
      )}
      {goalbucks !== paidOf(common) && (
        <span className="block">
          <Plural value={goalbucks} one="# GoalBuck" other="# GoalBucks" />
        </span>
      )}
      {goal.status === 'current' && goal.dueDate !== common.dueDate && <DueDate goal={goal} />}
    </>
  );
}

function StudentGoal({ goal, common }: { goal: GoalListItem; common: CommonGoalFields }) {
  const done = goal.completedAt !== null;
  const Icon = done ? Check : Hourglass;
  return (
    <li className="flex min-w-0 items-start gap-2">
      <Icon aria-hidden className={`mt-1 size-4.5 shrink-0 ${done ? 'text-approved-ink' : 'text-ink-3'}`} />
      <div className="min-w-0">
        <TextLink to={`/teacher/student/${goal.studentId}/goals`}>{goal.studentName}</TextLink>
        <div className="text-small text-ink-2">
          {goal.completedAt === null ? t`Not done yet` : <CompletedDate iso={goal.completedAt} />}
          <Difference goal={goal} common={common} />
        </div>
      </div>
    </li>
  );
}

const listClass = 'grid grid-cols-[repeat(auto-fill,minmax(12rem,1fr))] gap-x-6 gap-y-3';

type AssignmentGoalsProps = { assignmentId: string; row: CommonGoalFields };

/** The students of an assignment and their progress. */
export function AssignmentGoals({ assignmentId, row }: AssignmentGoalsProps) {
  const query = useQuery(assignmentGoalsQuery(useUser().id, assignmentId));
  const { name } = row;
  return (
    <QueryView
      query={query}
      title={t`The students didn't load`}
      loading={t`Loading students...`}
      skeleton={
        <div className={listClass}>
          {Array.from({ length: 4 }, (_, index) => (
            <Skeleton key={index} className="h-5 w-32" />
          ))}
        </div>
      }
    >
      {(goals) => (
        <ul aria-label={t`Students of ${name}`} className={listClass}>
          {goals.map((goal) => (
            <StudentGoal key={goal.id} goal={goal} common={row} />
          ))}
        </ul>
      )}
    </QueryView>
  );
}
