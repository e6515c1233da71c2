import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import type { ClassProgress } from '@/api/types';
import { total } from '@/features/progress/weeks';
import { formatNumber, formatPastDay } from '@/lib/format';
import { Amount } from '@/shared/amount';

import { Fact, Facts } from './facts';
import { formatListed } from './listed';

type ProgressFactsProps = {
  progress: ClassProgress;
  /** Whether to say what waits, which nobody can review in an archived class. */
  withWaiting: boolean;
};

/** The class's progress in a few numbers. */
export function ProgressFacts({ progress, withWaiting }: ProgressFactsProps) {
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
    <Facts>
      <Fact label={t`Goals completed`} value={formatNumber(total(weeks, (week) => week.goalsCompleted))}>
        {byHowMany}
      </Fact>
      <Fact
        label={t`GoalBucks earned`}
        value={<Amount hideUnit value={total(weeks, (week) => week.earned)} />}
      >
        {awards !== 0 && <Trans>+ {awarded} in awards</Trans>}
      </Fact>
      <Fact label={t`GoalBucks spent`} value={<Amount hideUnit value={total(weeks, (week) => week.spent)} />}>
        {null}
      </Fact>
      {withWaiting && (
        <Fact label={t`Waiting for you`} value={formatListed(waiting)}>
          {oldest !== undefined && <Trans>the oldest came {oldest}</Trans>}
        </Fact>
      )}
    </Facts>
  );
}
