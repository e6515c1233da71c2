import { Trans } from '@lingui/react/macro';

import { GoalCardsSkeleton } from '@/features/goals/student/my-goals-skeleton';
import type { GoalWithSubmission } from '@/pages/student/use-current-goals';

import { GoalRow, type RowActions } from './goal-rows';
import { SuggestButton, type SuggestProps } from './suggest-button';

type CurrentGoalsProps = RowActions & SuggestProps & { rows: GoalWithSubmission[] | undefined };

/** All current goals, also the one that is shown above. */
export function CurrentGoals({ rows, suggesting, ...rowActions }: CurrentGoalsProps) {
  if (rows?.length === 0) return null;
  return (
    <section className="mb-8" aria-hidden={rows ? undefined : true}>
      <div className="mb-3 flex min-h-(--control) flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2>
          <Trans>Current Goals</Trans>
        </h2>
        {rows && <SuggestButton suggesting={suggesting} />}
      </div>
      {rows ? (
        <ul className="card-columns gap-3">
          {rows.map((row) => (
            <GoalRow key={row.goal.id} {...row} {...rowActions} />
          ))}
        </ul>
      ) : (
        <GoalCardsSkeleton />
      )}
    </section>
  );
}
