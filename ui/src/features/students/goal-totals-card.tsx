import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { Amount } from '@/components/amount';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { formatNumber } from '@/components/format';
import { Loading, Skeleton } from '@/components/skeleton';

import { type GoalTotals, goalTotalsQuery } from './goal-totals';

type TotalProps = {
  label: string;
  totals: GoalTotals | undefined;
  children: (totals: GoalTotals) => ReactNode;
};

function Total({ label, totals, children }: TotalProps) {
  return (
    <div className="-ms-px grow basis-32 border-s border-line px-4 py-3 sm:grow-0 sm:basis-52 sm:px-5">
      <dt className="text-small text-ink-2">{label}</dt>
      <dd className="flex min-h-8 items-center text-title font-bold tracking-tight">
        {totals ? (
          children(totals)
        ) : (
          <Loading label={`Loading ${label}...`}>
            <Skeleton className="h-5 w-16" />
          </Loading>
        )}
      </dd>
    </div>
  );
}

/** What a student has achieved in all, however much of it is listed below. */
export function GoalTotalsCard({ student }: { student: { id: string; classroomId: string } }) {
  const query = useQuery(goalTotalsQuery(student));
  if (query.isError && !query.data) {
    return (
      <Card className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-4" role="alert">
        The totals didn&apos;t load.
        <Button pending={query.isFetching} onClick={() => void query.refetch()}>
          Try again
        </Button>
      </Card>
    );
  }
  return (
    <Card className="mb-6 overflow-clip">
      <dl className="flex flex-wrap">
        <Total label="Goals Completed" totals={query.data}>
          {({ completed }) => formatNumber(completed)}
        </Total>
        <Total label="Total GoalBucks" totals={query.data}>
          {({ goalbucks }) => <Amount hideUnit value={goalbucks} />}
        </Total>
      </dl>
    </Card>
  );
}
