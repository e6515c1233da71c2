import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';

import { CountUp } from '@/components/count-up';
import { Coin } from '@/components/illustrations/coin';
import { GoalStat, GoalStats } from '@/features/goals/student/goal-stats';
import { useBalanceVisibility } from '@/features/students/balance-visibility';
import { useMyBalance } from '@/features/students/queries';
import { classNames } from '@/lib/class-names';
import { formatNumber } from '@/lib/format';
import { HistoryLink } from '@/pages/student/history-link';
import type { CurrentGoalsState } from '@/pages/student/use-current-goals';
import { amountUnit } from '@/shared/amount-unit';
import { RetryButton } from '@/shared/retry-button';

import type { AchievedGoalsState } from './achieved-goals';

function BalanceStat({ celebrated, ready }: { celebrated: number; ready: boolean }) {
  const balance = useMyBalance();
  const visibilityRef = useBalanceVisibility();
  if (balance.isError && !balance.data) {
    return (
      <GoalStat label={t`Available Balance`}>
        <RetryButton query={balance} className="-mx-2" />
      </GoalStat>
    );
  }
  if (!balance.data || !ready) return <GoalStat label={t`Available Balance`} />;
  const value = balance.data.balance;
  return (
    <GoalStat label={t`Available Balance`} more={<HistoryLink />}>
      <span
        ref={visibilityRef}
        className={classNames(
          'inline-flex items-center gap-1.5 text-gold-ink sm:gap-2',
          // Nine digits fit beside the hero.
          value >= 10_000_000 && 'xl:text-title',
        )}
      >
        <Coin className="size-5.5 sm:size-8" />
        <span>
          <CountUp value={value} from={value - celebrated} />
          <span className="sr-only"> {amountUnit(value)}</span>
        </span>
      </span>
    </GoalStat>
  );
}

/** "17"; a dash after an error; undefined while loading. */
function formatStat(number: number | undefined, failed: boolean): ReactNode {
  if (number !== undefined) return formatNumber(number);
  return failed ? <span className="text-ink-3">–</span> : undefined;
}

type MyStatsProps = {
  current: CurrentGoalsState;
  achieved: AchievedGoalsState;
  /** GoalBucks that are celebrated above: the balance counts up by them. */
  celebrated: number;
};

/** The balance, and how many goals are current and achieved. */
export function MyStats({ current, achieved, celebrated }: MyStatsProps) {
  return (
    <GoalStats>
      <BalanceStat celebrated={celebrated} ready={!achieved.isPending} />
      <GoalStat label={t`Current Goals`}>{formatStat(current.rows?.length, current.isError)}</GoalStat>
      <GoalStat label={t`Goals Achieved`}>{formatStat(achieved.data?.completed, achieved.isError)}</GoalStat>
    </GoalStats>
  );
}
