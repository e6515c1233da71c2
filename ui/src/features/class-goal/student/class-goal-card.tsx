import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Flag, HandCoins, Undo2 } from 'lucide-react';
import { useState } from 'react';

import type { ClassGoal } from '@/api/types';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { ProgressBar } from '@/components/progress-bar';
import { classNames } from '@/lib/class-names';
import { formatCalendarDate, formatNumber } from '@/lib/format';

import { ClassGoalHill } from '../hill';
import { useReached } from '../use-reached';
import { ChipInDialog } from './chip-in-dialog';
import { useTakeBack } from './mutations';

function Sums({ goal }: { goal: ClassGoal }) {
  const [given, target] = [formatNumber(goal.given), formatNumber(goal.goalbucks)];
  const missing = formatNumber(goal.goalbucks - goal.given);
  const text = t`${given} of ${target}`;
  return (
    <>
      <p className="mt-2 mb-1.5 flex flex-wrap justify-between gap-x-4 text-small">
        <span className="text-ink-2">{text}</span>
        {goal.status === 'open' && (
          <span className="font-mid">
            <Trans comment="GoalBucks that a class still needs for its goal">{missing} more to go</Trans>
          </span>
        )}
      </p>
      <ProgressBar
        label={t`Class goal`}
        value={goal.given}
        max={goal.goalbucks}
        tone="gold"
        valueText={text}
      />
    </>
  );
}

function OwnShare({ own, className }: { own: number; className?: string }) {
  const ownText = formatNumber(own);
  return (
    <p className={classNames('text-small text-ink-2', className)}>
      <Trans>You chipped in {ownText}.</Trans>
    </p>
  );
}

type ActionsProps = { goal: ClassGoal; balance: number | undefined };

function Actions({ goal, balance }: ActionsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const takingBack = useTakeBack(goal);
  const own = goal.ownGift ?? 0;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
      {own > 0 ? (
        <OwnShare own={own} className="grow" />
      ) : (
        <p className="grow text-small text-ink-2">
          <Trans>Nobody has to.</Trans>
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {own > 0 && (
          <Button
            variant="ghost"
            icon={<Undo2 aria-hidden className="mirror-rtl" />}
            pending={takingBack.isPending}
            onClick={() => {
              takingBack.mutate(own);
            }}
          >
            <Trans>Take Mine Back</Trans>
          </Button>
        )}
        <Button
          variant="soft"
          icon={<HandCoins aria-hidden />}
          disabled={balance === undefined || balance < 1}
          onClick={() => {
            setIsOpen(true);
          }}
        >
          <Trans>Chip In</Trans>
        </Button>
      </div>
      <ChipInDialog goal={goal} balance={balance ?? 0} open={isOpen} onOpenChange={setIsOpen} />
    </div>
  );
}

/** The class goal on My Goals, with the own share. */
export function ClassGoalCard({ goal, balance }: ActionsProps) {
  const wasReachedNow = useReached(goal);
  const until = goal.until === null ? null : formatCalendarDate(goal.until);
  const own = goal.ownGift ?? 0;
  return (
    <Card as="section" aria-label={t`Class goal`} className="flex overflow-hidden">
      <div className="w-52 shrink-0 bg-sky pt-2 max-md:hidden">
        <ClassGoalHill given={goal.given} goalbucks={goal.goalbucks} />
      </div>
      <div className="min-w-0 grow p-4 sm:px-5">
        <p className="flex flex-wrap items-center gap-x-1.5 text-small text-ink-2">
          <Flag aria-hidden className="size-4 mirror-rtl" />
          <Trans>Class goal</Trans>
          {until !== null && goal.status === 'open' && (
            <span>
              <Trans comment="A class goal; the date is today, tomorrow, or such as Friday, December 11">
                until {until}
              </Trans>
            </span>
          )}
        </p>
        <h2 className="wrap-anywhere">
          <bdi>{goal.name}</bdi>
        </h2>
        <Sums goal={goal} />
        <p role="status" className="font-mid text-approved-ink not-empty:mt-3">
          {goal.status === 'reached' &&
            (wasReachedNow
              ? t`We did it! Your class has it all. Your teacher says when it happens.`
              : t`We did it! Your teacher says when it happens.`)}
        </p>
        {goal.status === 'open' && <Actions goal={goal} balance={balance} />}
        {goal.status === 'reached' && own > 0 && <OwnShare own={own} className="mt-1" />}
      </div>
    </Card>
  );
}
