import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, CircleCheckBig } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'react-router';

import type { AssignedGoal, AssignmentListItem, GoalListItem } from '@/api/types';
import { useUser } from '@/auth/session-context';
import { Checkbox } from '@/components/checkbox';
import { Skeleton } from '@/components/skeleton';
import { TextLink } from '@/components/text-link';
import { CompletedDate, DueDate } from '@/features/goals/goal-dates';
import { formatPart } from '@/lib/format';
import { paidOf, worthOf } from '@/shared/paid-of';
import { QueryView } from '@/shared/query-view';

import { assignmentGoalsQuery } from './assignment-queries';
import { MarkDone } from './mark-done';
import { useTickedGoals } from './use-ticked-goals';

/** Values shared by most goals of the assignment. */
type CommonGoalFields = Pick<
  AssignmentListItem,
  'name' | 'goalbucks' | 'offeredGoalbucks' | 'dueDate' | 'classroomId'
>;

/** "15 GoalBucks", or "15 of 25 GoalBucks". */
function Paid({ goal }: { goal: GoalListItem }) {
  const goalbucks = paidOf(goal);
  const part = formatPart(goalbucks, worthOf(goal));
  return goalbucks < worthOf(goal) ? (
    t`${part} GoalBucks`
  ) : (
    <Plural value={goalbucks} one="# GoalBuck" other="# GoalBucks" />
  );
}

/** Fields in which a goal differs from its assignment. */
function Difference({ goal, common }: { goal: GoalListItem; common: CommonGoalFields }) {
  const { className } = goal;
  const isOfCommonWorth = worthOf(goal) === worthOf(common);
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
      {!(isOfCommonWorth && paidOf(goal) === worthOf(goal)) && (
        <span className="block">
          <Paid goal={goal} />
        </span>
      )}
      {goal.status === 'current' && goal.dueDate !== common.dueDate && <DueDate goal={goal} />}
    </>
  );
}

type CompletedGoalProps = { goal: GoalListItem; common: CommonGoalFields };

/** A check mark and the student, whose page can reopen the goal. */
function CompletedGoal({ goal, common }: CompletedGoalProps) {
  return (
    <li className="flex min-w-0 items-start gap-2.5">
      <CircleCheckBig aria-hidden className="mt-2 size-4.5 shrink-0 text-approved-ink" />
      <div className="min-w-0 py-1.5">
        <TextLink to={`/teacher/student/${goal.studentId}/goals`}>{goal.studentName}</TextLink>
        <div className="text-small text-ink-2">
          {goal.completedAt !== null && <CompletedDate iso={goal.completedAt} />}
          <Difference goal={goal} common={common} />
        </div>
      </div>
    </li>
  );
}

type CurrentGoalProps = {
  goal: AssignedGoal;
  common: CommonGoalFields;
  ticked: boolean;
  onToggle: () => void;
};

/** A box to tick, and a link to the student's page. */
function CurrentGoal({ goal, common, ticked, onToggle }: CurrentGoalProps) {
  const name = goal.studentName;
  return (
    <li className="flex min-w-0 items-start gap-1">
      <label className="flex min-h-9 min-w-0 items-start gap-2.5 py-1.5 max-sm:min-h-11 max-sm:grow">
        <Checkbox checked={ticked} onChange={onToggle} className="mt-0.5" />
        <span className="min-w-0 wrap-anywhere">
          <bdi>{name}</bdi>{' '}
          {goal.submissionPending && (
            <span className="text-small text-pending-ink">
              <Trans comment="After the name of a student whose proof waits for a review">proof waits</Trans>
            </span>
          )}
          <span className="block text-small text-ink-2 empty:hidden">
            <Difference goal={goal} common={common} />
          </span>
        </span>
      </label>
      <Link
        to={`/teacher/student/${goal.studentId}/goals`}
        aria-label={t`View Goals of ${name}`}
        title={t`View Goals of ${name}`}
        className="icon-control inline-grid shrink-0 place-items-center rounded-control text-ink-3 hover:bg-sunken hover:text-ink"
      >
        <ChevronRight aria-hidden className="size-4.5 rtl:rotate-180" />
      </Link>
    </li>
  );
}

type ChecklistProps = { goals: AssignedGoal[]; row: CommonGoalFields };

/** The students with a box for each goal that can be completed, and one above for all of them. */
function Checklist({ goals, row }: ChecklistProps) {
  const ticked = useTickedGoals(goals);
  const list = useRef<HTMLUListElement>(null);
  const { open, selected } = ticked;
  const { name } = row;
  return (
    <>
      {open.length > 0 && (
        <Checkbox
          label={
            <b className="font-mid">
              <Trans>Who has done it?</Trans>
            </b>
          }
          checked={selected.length === open.length}
          indeterminate={selected.length > 0 && selected.length < open.length}
          onChange={ticked.toggleAll}
        />
      )}
      <ul ref={list} tabIndex={-1} aria-label={t`Students of ${name}`} className={listClass}>
        {goals.map((goal) =>
          goal.status === 'current' ? (
            <CurrentGoal
              key={goal.id}
              goal={goal}
              common={row}
              ticked={ticked.isTicked(goal)}
              onToggle={() => {
                ticked.toggle(goal);
              }}
            />
          ) : (
            <CompletedGoal key={goal.id} goal={goal} common={row} />
          ),
        )}
      </ul>
      <MarkDone name={name} ticked={ticked} focusAfter={list} />
    </>
  );
}

const listClass = 'grid grid-cols-[repeat(auto-fill,minmax(min(13rem,100%),1fr))] gap-x-6';

type AssignmentGoalsProps = { assignmentId: string; row: CommonGoalFields };

/** The students of an assignment and their progress. */
export function AssignmentGoals({ assignmentId, row }: AssignmentGoalsProps) {
  const query = useQuery(assignmentGoalsQuery(useUser().id, assignmentId));
  return (
    <QueryView
      query={query}
      title={t`The students didn't load`}
      loading={t`Loading students...`}
      skeleton={
        <div className={listClass}>
          {Array.from({ length: 4 }, (_, index) => (
            <Skeleton key={index} className="my-2 h-5 w-32" />
          ))}
        </div>
      }
    >
      {(goals) => <Checklist goals={goals} row={row} />}
    </QueryView>
  );
}
