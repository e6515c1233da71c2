import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';

import { Card } from '@/components/card';
import { Loading, Skeleton } from '@/components/skeleton';

type GoalStatProps = {
  label: string;
  /** Link to details that covers the whole card. */
  more?: ReactNode;
  children?: ReactNode;
};

/** One number with its label; without `children` a skeleton. */
export function GoalStat({ label, more, children }: GoalStatProps) {
  return (
    <Card className="relative flex flex-[1_1_5rem] flex-col justify-between gap-1 p-3 sm:px-5 sm:py-4 xl:flex-row xl:flex-wrap xl:items-center xl:gap-x-3">
      <dt className="text-small text-ink-2 sm:text-body xl:flex-[1_1_4rem]">
        {label}
        {more}
      </dt>
      <dd className="flex min-h-8 items-center gap-1.5 text-title font-bold tracking-tight sm:min-h-11 sm:gap-2 sm:text-display">
        {children ?? (
          <Loading
            label={t({
              message: `Loading ${label}...`,
              comment: 'The label of a number, such as Total GoalBucks',
            })}
          >
            <Skeleton className="h-6 w-14 sm:h-8" />
          </Loading>
        )}
      </dd>
    </Card>
  );
}

/** The three numbers of My Goals: a row, or a column beside the hero on wide screens. */
export function GoalStats({ children }: { children: ReactNode }) {
  return <dl className="flex flex-wrap gap-2 sm:gap-4 xl:flex-col">{children}</dl>;
}
