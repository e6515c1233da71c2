import { t } from '@lingui/core/macro';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

import type { Goal } from '@/api/types';
import { useFocusOnNewPage } from '@/components/show-more';
import { Skeleton } from '@/components/skeleton';
import { CompletedDate, DueDate } from '@/features/goals/goal-dates';
import { GoalAmount } from '@/shared/goal-amount';
import { GoalDetails } from '@/shared/goal-details';

const rowClass =
  'flex min-h-16 items-center gap-3 border-t border-line px-4 py-3 outline-offset-[-3px]! first:border-t-0 sm:gap-4 sm:px-5';

type GoalRowProps = { goal: Goal; when: ReactNode; status?: ReactNode; actions?: ReactNode };

/** On phones the amount is below the name. */
function GoalRow({ goal, when, status, actions }: GoalRowProps) {
  return (
    <>
      <div className="flex min-w-0 grow flex-col gap-x-4 gap-y-1.5 sm:flex-row sm:items-center">
        <div className="min-w-0 grow">
          <h3 className="font-mid wrap-anywhere">
            <bdi>{goal.name}</bdi>
          </h3>
          <p className="text-small text-ink-2">{when}</p>
          {goal.status === 'current' && <GoalDetails details={goal.details} />}
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
          {status}
          <GoalAmount goal={goal} />
        </div>
      </div>
      {actions && <div className="-me-2 self-start sm:self-center">{actions}</div>}
    </>
  );
}

type CurrentGoalListProps = {
  goals: Goal[];
  /** Renders the status badge beside the amount. */
  status: (goal: Goal) => ReactNode;
  /** Renders the actions at the end of the row. */
  actions?: (goal: Goal) => ReactNode;
};

/** Current goals, by due date. */
export function CurrentGoalList({ goals, status, actions }: CurrentGoalListProps) {
  return (
    <ul>
      {goals.map((goal) => (
        <li key={goal.id} className={rowClass}>
          <GoalRow
            goal={goal}
            when={goal.dueDate === null ? t`No due date` : <DueDate goal={goal} />}
            status={status(goal)}
            actions={actions?.(goal)}
          />
        </li>
      ))}
    </ul>
  );
}

type CompletedGoalListProps = { pages: Goal[][]; actions?: (goal: Goal) => ReactNode };

/** Completed goals, newest first. Focuses the first row of a newly loaded page. */
export function CompletedGoalList({ pages, actions }: CompletedGoalListProps) {
  const focusProps = useFocusOnNewPage(pages);
  return (
    <ul>
      {pages.flat().map((goal) => (
        <li key={goal.id} className={rowClass} {...focusProps(goal)}>
          <span className="grid size-7 shrink-0 place-items-center rounded-control bg-approved-soft text-approved-ink max-sm:self-start">
            <Check aria-hidden className="size-4" />
          </span>
          <GoalRow
            goal={goal}
            when={goal.completedAt !== null && <CompletedDate iso={goal.completedAt} />}
            actions={actions?.(goal)}
          />
        </li>
      ))}
    </ul>
  );
}

export function GoalListSkeleton({ rows }: { rows: number }) {
  return Array.from({ length: rows }, (_, row) => (
    <div key={row} className={rowClass}>
      <div className="flex grow flex-col gap-2.5">
        <Skeleton className={row % 2 === 0 ? 'w-2/5' : 'w-1/2'} />
        <Skeleton className="h-2.5 w-28" />
      </div>
      <Skeleton className="w-24" />
    </div>
  ));
}
