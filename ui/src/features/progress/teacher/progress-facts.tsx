import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

import type { ClassProgress } from '@/api/types';
import { Card } from '@/components/card';
import { total } from '@/features/progress/weeks';
import { formatNumber, formatPastDay } from '@/lib/format';
import { Amount } from '@/shared/amount';

import { formatListed } from './listed';

function Fact({ label, value, children }: { label: string; value: ReactNode; children: ReactNode }) {
  return (
    <div className="-ms-px grow basis-36 border-s border-line px-4 py-3 sm:px-5">
      <dt className="text-small text-ink-2">{label}</dt>
      <dd className="text-title font-bold tracking-tight">{value}</dd>
      <dd className="min-h-4.5 text-small text-ink-2">{children}</dd>
    </div>
  );
}

/** The class's progress in four numbers. */
export function ProgressFacts({ progress }: { progress: ClassProgress }) {
  const { weeks, students, waiting } = progress;
  const done = formatNumber(students.filter(({ goalsCompleted }) => goalsCompleted > 0).length);
  const byHowMany = plural(students.length, {
    one: `by ${done} of # student`,
    other: `by ${done} of # students`,
  });
  const awards = total(weeks, (week) => week.awards);
  const awarded = formatNumber(awards);
  const oldest = waiting[0] && formatPastDay(waiting[0].createdAt);
  return (
    <Card as="section" aria-label={t`In short`} className="mb-4 overflow-clip">
      <dl className="-mt-px flex flex-wrap *:border-t">
        <Fact label={t`Goals completed`} value={formatNumber(total(weeks, (week) => week.goalsCompleted))}>
          {byHowMany}
        </Fact>
        <Fact
          label={t`GoalBucks earned`}
          value={<Amount hideUnit value={total(weeks, (week) => week.earned)} />}
        >
          {awards !== 0 && <Trans>+ {awarded} in awards</Trans>}
        </Fact>
        <Fact
          label={t`GoalBucks spent`}
          value={<Amount hideUnit value={total(weeks, (week) => week.spent)} />}
        >
          {null}
        </Fact>
        <Fact label={t`Waiting for you`} value={formatListed(waiting)}>
          {oldest !== undefined && <Trans>the oldest came {oldest}</Trans>}
        </Fact>
      </dl>
    </Card>
  );
}
