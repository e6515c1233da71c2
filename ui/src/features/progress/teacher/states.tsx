import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import type { WeekProgress } from '@/api/types';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { EmptyState } from '@/components/empty-state';
import { HillArt } from '@/components/illustrations/illustrations';
import { Skeleton } from '@/components/skeleton';

/** The shape of the facts and charts. */
export function ProgressSkeleton() {
  return (
    <>
      <Card className="mb-4 flex h-25 items-center gap-16 px-5">
        <Skeleton className="h-8 w-28" />
        <Skeleton className="h-8 w-28" />
        <Skeleton className="h-8 w-28 max-sm:hidden" />
      </Card>
      <div className="grid gap-4 xl:grid-cols-2">
        {['goals', 'goalbucks'].map((chart) => (
          <Card key={chart} className="flex h-78 items-end gap-4 px-5 pb-8">
            {['h-24', 'h-32', 'h-20', 'h-40', 'h-28', 'h-44'].map((height) => (
              <Skeleton key={height} className={`w-full ${height}`} />
            ))}
          </Card>
        ))}
      </div>
    </>
  );
}

/** Whether nothing happened in these weeks. */
export const areEmpty = (weeks: WeekProgress[]) =>
  weeks.every(
    (week) => week.goalsCompleted === 0 && week.earned === 0 && week.awards === 0 && week.spent === 0,
  );

/** In place of facts and charts without anything to show. */
export function NothingYet({ onShowTerm }: { onShowTerm?: () => void }) {
  return (
    <Card>
      <EmptyState
        art={<HillArt />}
        title={t`Nothing in these weeks`}
        action={
          onShowTerm && (
            <Button onClick={onShowTerm}>
              <Trans>Show This Term</Trans>
            </Button>
          )
        }
      >
        <Trans>Completed goals and GoalBucks show here, week by week.</Trans>
      </EmptyState>
    </Card>
  );
}
