import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Check, ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';

import type { Goal } from '@/api/types';
import { type RowFocusProps, useFocusOnNewPage } from '@/components/show-more';
import { Skeleton } from '@/components/skeleton';
import { CompletedDate, DueDate, PastDay } from '@/features/goals/goal-dates';
import { classNames } from '@/lib/class-names';
import { GoalAmount } from '@/shared/goal-amount';
import { GoalDetails } from '@/shared/goal-details';
import { PictureBox } from '@/shared/goal-pictures/goal-picture';

import { RepeatsMark } from './series/repeats-mark';

const rowClass = 'flex min-h-16 items-center gap-3 px-4 py-3 sm:gap-4 sm:px-5';

type GoalRowProps = {
  goal: Goal;
  when: ReactNode;
  /** Before the name. */
  mark?: ReactNode;
  status?: ReactNode;
  actions?: ReactNode;
  /** Shown while the row is open. */
  record: ReactNode;
  /** Whether the row is open and in view at first. */
  isLinked: boolean;
  focusProps?: RowFocusProps;
};

/** Scrolls to the row that the page's address names. */
function useScrollIntoView(isLinked: boolean) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isLinked) row.current?.scrollIntoView({ block: 'center' });
  }, [isLinked]);
  return row;
}

function RowStart({ goal, mark }: Pick<GoalRowProps, 'goal' | 'mark'>) {
  return (
    <>
      {mark}
      <PictureBox
        picture={goal.picture}
        className="size-[40px] rounded-control bg-sky max-sm:self-start large-text:hidden"
      />
    </>
  );
}

/** A row that opens in place. On phones the amount is below the name. */
function GoalRow({ goal, when, mark, status, actions, record, isLinked, focusProps }: GoalRowProps) {
  const [isOpen, setIsOpen] = useState(isLinked);
  const panelId = useId();
  const row = useScrollIntoView(isLinked);
  return (
    <li className="border-t border-line outline-offset-[-3px]! first:border-t-0" {...focusProps}>
      <div ref={row} className={rowClass}>
        <RowStart goal={goal} mark={mark} />
        <div className="flex min-w-0 grow flex-col gap-x-4 gap-y-1.5 sm:flex-row sm:items-center">
          <div className="min-w-0 grow">
            <h3 className="font-mid wrap-anywhere">
              <button
                type="button"
                aria-expanded={isOpen}
                aria-controls={panelId}
                onClick={() => {
                  setIsOpen(!isOpen);
                }}
                className="inline-flex min-h-6 items-start gap-1.5 rounded-control text-start hover:underline"
              >
                <ChevronRight
                  aria-hidden
                  className={classNames(
                    'mt-0.5 size-4.5 shrink-0 text-ink-2 transition-transform',
                    isOpen ? 'rotate-90' : 'rtl:-scale-x-100',
                  )}
                />
                <bdi>{goal.name}</bdi>
              </button>
            </h3>
            <div className="ps-6 text-small text-ink-2">{when}</div>
            {goal.status === 'current' && (
              <div className="ps-6">
                <GoalDetails details={goal.details} />
              </div>
            )}
          </div>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
            {status}
            <GoalAmount goal={goal} />
          </div>
        </div>
        {actions && <div className="-me-2 self-start sm:self-center">{actions}</div>}
      </div>
      <div id={panelId} hidden={!isOpen} className="px-4 pt-1 pb-5 sm:ps-11 sm:pe-5">
        {isOpen && record}
      </div>
    </li>
  );
}

type ListProps = {
  actions?: (goal: Goal) => ReactNode;
  /** Renders what an open row shows. */
  record: (goal: Goal) => ReactNode;
  /** Id of the goal whose row is open at first. */
  linkedId: string | null;
};

type CurrentGoalListProps = ListProps & {
  goals: Goal[];
  /** Renders the status badge beside the amount. */
  status: (goal: Goal) => ReactNode;
  /** Renders what the last review said. */
  review: (goal: Goal) => ReactNode;
};

/** Current goals, by due date. */
export function CurrentGoalList({ goals, status, review, actions, record, linkedId }: CurrentGoalListProps) {
  return (
    <ul>
      {goals.map((goal) => (
        <GoalRow
          key={goal.id}
          goal={goal}
          when={
            <>
              <span className="flex flex-wrap items-center gap-x-3">
                {goal.dueDate === null ? t`No due date` : <DueDate goal={goal} />}
                {goal.seriesId !== null && <RepeatsMark />}
              </span>
              {review(goal)}
            </>
          }
          status={status(goal)}
          actions={actions?.(goal)}
          record={record(goal)}
          isLinked={goal.id === linkedId}
        />
      ))}
    </ul>
  );
}

type CompletedGoalListProps = ListProps & { pages: Goal[][] };

/** Completed goals, newest first. Focuses the first row of a newly loaded page. */
export function CompletedGoalList({ pages, actions, record, linkedId }: CompletedGoalListProps) {
  const focusProps = useFocusOnNewPage(pages);
  return (
    <ul>
      {pages.flat().map((goal) => (
        <GoalRow
          key={goal.id}
          goal={goal}
          mark={
            <span className="grid size-7 shrink-0 place-items-center rounded-control bg-approved-soft text-approved-ink max-sm:self-start">
              <Check aria-hidden className="size-4" />
            </span>
          }
          when={goal.completedAt !== null && <CompletedDate iso={goal.completedAt} />}
          actions={actions?.(goal)}
          record={record(goal)}
          isLinked={goal.id === linkedId}
          focusProps={focusProps(goal)}
        />
      ))}
    </ul>
  );
}

/** "Ended yesterday", or "Ended with the term on October 2", and the day on which it was due. */
function EndedDate({ goal }: { goal: Goal }) {
  const day = goal.endedAt !== null && <PastDay iso={goal.endedAt} />;
  return (
    <span className="flex flex-wrap gap-x-3">
      <span>
        {goal.endedReason === 'term' ? (
          <Trans comment="A goal; a day follows, such as yesterday">Ended with the term {day}</Trans>
        ) : (
          <Trans comment="A goal; a day follows, such as yesterday">Ended {day}</Trans>
        )}
      </span>
      <DueDate goal={goal} />
    </span>
  );
}

/** Goals that ended without being completed. */
export function EndedGoalList({ goals, actions, record, linkedId }: ListProps & { goals: Goal[] }) {
  return (
    <ul>
      {goals.map((goal) => (
        <GoalRow
          key={goal.id}
          goal={goal}
          when={<EndedDate goal={goal} />}
          actions={actions?.(goal)}
          record={record(goal)}
          isLinked={goal.id === linkedId}
        />
      ))}
    </ul>
  );
}

export function GoalListSkeleton({ rows }: { rows: number }) {
  return Array.from({ length: rows }, (_, row) => (
    <div key={row} className={`${rowClass} border-t border-line first:border-t-0`}>
      <div className="flex grow flex-col gap-2.5">
        <Skeleton className={row % 2 === 0 ? 'w-2/5' : 'w-1/2'} />
        <Skeleton className="h-2.5 w-28" />
      </div>
      <Skeleton className="w-24" />
    </div>
  ));
}
