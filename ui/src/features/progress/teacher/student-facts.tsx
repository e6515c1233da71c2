import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import type { ClassProgress, WeekProgress } from '@/api/types';
import { total } from '@/features/progress/weeks';
import { formatNumber, formatPart } from '@/lib/format';
import { Amount } from '@/shared/amount';

import { Fact, Facts } from './facts';

type StudentFactsProps = {
  weeks: WeekProgress[];
  /** The student's row in the progress of the class; undefined while it loads. */
  sums: ClassProgress['students'][number] | undefined;
};

/** A student's progress in numbers. */
export function StudentFacts({ weeks, sums }: StudentFactsProps) {
  const awards = total(weeks, (week) => week.awards);
  const awarded = formatNumber(awards);
  return (
    <Facts>
      <Fact label={t`Goals completed`} value={formatNumber(total(weeks, (week) => week.goalsCompleted))} />
      {sums && sums.repeatingGiven > 0 && (
        <Fact label={t`Goals that repeat`} value={formatPart(sums.repeatingCompleted, sums.repeatingGiven)} />
      )}
      <Fact
        label={t`GoalBucks earned`}
        value={<Amount hideUnit value={total(weeks, (week) => week.earned)} />}
      >
        {awards !== 0 && <Trans>+ {awarded} in awards</Trans>}
      </Fact>
      <Fact
        label={t`GoalBucks spent`}
        value={<Amount hideUnit value={total(weeks, (week) => week.spent)} />}
      />
    </Facts>
  );
}
