import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';

import type { Goal } from '@/api/types';
import { Amount } from '@/components/amount';

import { CompletedDate, DueDate } from './goal-dates';

const rowClass =
  'flex min-h-16 flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-5 py-3 outline-offset-[-3px]! first:border-t-0';

function GoalName({ name }: { name: string }) {
  return (
    <h3 className="font-mid wrap-anywhere">
      <bdi>{name}</bdi>
    </h3>
  );
}

type CurrentGoalListProps = {
  goals: Goal[];
  /** What a goal waits for, if anything: stands beside its amount. */
  status: (goal: Goal) => ReactNode;
};

/** What a student has to do, by due date. */
export function CurrentGoalList({ goals, status }: CurrentGoalListProps) {
  return (
    <ul>
      {goals.map((goal) => (
        <li key={goal.id} className={rowClass}>
          <div className="min-w-48 grow basis-0">
            <GoalName name={goal.name} />
            <p className="text-small text-ink-2">
              {goal.dueDate === null ? 'No due date' : <DueDate goal={goal} />}
            </p>
          </div>
          {status(goal)}
          <Amount value={goal.goalbucks} />
        </li>
      ))}
    </ul>
  );
}

/** What a student has completed, newest first. When more of it arrives the focus goes to the first new one. */
export function CompletedGoalList({ pages }: { pages: Goal[][] }) {
  const firstNew = useRef<HTMLLIElement>(null);
  const shownPages = useRef(pages.length);
  useEffect(() => {
    if (pages.length > shownPages.current) firstNew.current?.focus();
    shownPages.current = pages.length;
  }, [pages.length]);
  return (
    <ul>
      {pages.flatMap((page, pageIndex) =>
        page.map((goal, index) => {
          const startsLastPage = index === 0 && pageIndex === pages.length - 1;
          return (
            <li key={goal.id} className={rowClass} {...(startsLastPage && { ref: firstNew, tabIndex: -1 })}>
              <span className="grid size-7 shrink-0 place-items-center rounded-control bg-approved-soft text-approved-ink">
                <Check aria-hidden className="size-4" />
              </span>
              <div className="min-w-0 grow basis-0">
                <GoalName name={goal.name} />
                {goal.completedAt !== null && (
                  <p className="text-small text-ink-2">
                    <CompletedDate iso={goal.completedAt} />
                  </p>
                )}
              </div>
              <Amount value={goal.goalbucks} />
            </li>
          );
        }),
      )}
    </ul>
  );
}
