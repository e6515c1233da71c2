import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import type { ClassGoal } from '@/api/types';
import { CountUp } from '@/components/count-up';
import { EmptyState } from '@/components/empty-state';
import { HillArt } from '@/components/illustrations/illustrations';
import { formatNumber } from '@/lib/format';

import { ClassGoalHill } from '../hill';
import { useReached } from '../use-reached';

function OpenText({ goal }: { goal: ClassGoal }) {
  const [target, missing] = [formatNumber(goal.goalbucks), formatNumber(goal.goalbucks - goal.given)];
  return (
    <Trans comment="Below the large number of GoalBucks that a class has given">
      of {target} GoalBucks. {missing} to go!
    </Trans>
  );
}

/** Name, sum and hill, large, for the projector. Nobody's name is on it. */
export function ClassGoalBoard({ goal }: { goal: ClassGoal }) {
  useReached(goal);
  return (
    <>
      <div className="pointer-events-none absolute inset-x-0 bottom-0 -z-10 h-[62dvh] max-sm:h-[38dvh]">
        <ClassGoalHill fills given={goal.given} goalbucks={goal.goalbucks} />
      </div>
      <div className="min-w-0">
        <h2 className="text-[max(1.5rem,min(5dvh,4vw))]/[1.2] font-bold tracking-tight wrap-anywhere">
          <bdi>{goal.name}</bdi>
        </h2>
        <p className="mt-[1dvh] text-[max(4rem,min(18dvh,15vw))]/[1.1] font-bold tracking-tight text-gold-ink">
          <CountUp value={goal.given} />
        </p>
        <p role="status" className="text-[max(1.25rem,min(4.6dvh,3.4vw))]/[1.25] text-ink-2">
          {goal.status === 'open' ? <OpenText goal={goal} /> : t`We did it!`}
        </p>
      </div>
    </>
  );
}

/** In place of the board while the class has no goal. */
export function NoGoalOnBoard() {
  return (
    <EmptyState level={2} art={<HillArt />} title={t`No class goal yet`}>
      <Trans>When you start one, it shows up here.</Trans>
    </EmptyState>
  );
}
