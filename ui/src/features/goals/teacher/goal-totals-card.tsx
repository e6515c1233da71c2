import { t } from '@lingui/core/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { Card } from '@/components/card';
import { Loading, Skeleton } from '@/components/skeleton';
import { completedGoalsQuery } from '@/features/goals/queries';
import { formatNumber } from '@/lib/format';
import { Amount } from '@/shared/amount';

type TotalProps = {
  label: string;
  /** What the number counts. */
  hint?: string;
  /** Action at the end of the row. */
  action?: ReactNode;
  /** Undefined while loading. */
  children: ReactNode;
};

/** One total of the card. */
export function Total({ label, hint, action, children }: TotalProps) {
  return (
    <div
      className={`-ms-px grow basis-32 border-s border-line px-4 py-3 sm:px-5 ${action ? 'sm:basis-76' : 'sm:grow-0 sm:basis-48'}`}
    >
      <dt className="text-small text-ink-2">{label}</dt>
      <dd className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 text-title font-bold tracking-tight">
        {children ?? (
          <Loading
            label={t({
              message: `Loading ${label}...`,
              comment: 'The label of a number, such as Total GoalBucks',
            })}
          >
            <Skeleton className="h-5 w-16" />
          </Loading>
        )}
        {action}
      </dd>
      {hint !== undefined && <dd className="text-small text-ink-2">{hint}</dd>}
    </div>
  );
}

type GoalTotalsCardProps = {
  studentId: string;
  /** Additional totals, shown last. */
  children?: ReactNode;
};

/** Totals of all completed goals; dashes if they failed to load. */
export function GoalTotalsCard({ studentId, children }: GoalTotalsCardProps) {
  const { data, isError } = useInfiniteQuery(completedGoalsQuery(studentId));
  const fallback = isError ? <span className="text-ink-3">–</span> : undefined;
  return (
    <Card className="mb-6 overflow-clip">
      <dl className="flex flex-wrap">
        <Total label={t`Goals Completed`}>{data ? formatNumber(data.completed) : fallback}</Total>
        <Total label={t`Total GoalBucks`} hint={t`Earned with completed goals`}>
          {data ? <Amount hideUnit value={data.goalbucks} /> : fallback}
        </Total>
        {children}
      </dl>
    </Card>
  );
}
