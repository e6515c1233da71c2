import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CircleCheckBig, Flag, MessageSquareText, RotateCcw } from 'lucide-react';
import { type ReactNode, useId } from 'react';

import type { Goal } from '@/api/types';
import { HeroScene } from '@/components/illustrations/hill-scene';
import { DueDate } from '@/features/goals/goal-dates';
import { classNames } from '@/lib/class-names';
import { GoalAmount } from '@/shared/goal-amount';
import { PictureBox } from '@/shared/goal-pictures/goal-picture';

type HeroProps = {
  titleId: string;
  /** Shows only the hills, for heroes with much text or a picture. */
  plain?: boolean;
  children: ReactNode;
};

function Hero({ titleId, plain = false, children }: HeroProps) {
  return (
    <section
      aria-labelledby={titleId}
      className="relative isolate flex min-h-73 flex-col overflow-hidden rounded-card bg-hero p-5 text-hero-ink wrap-anywhere sm:px-8 sm:pt-6 sm:pb-8"
    >
      <HeroScene
        className={classNames(
          'absolute inset-y-0 end-0 -z-1 aspect-[680/292] h-full max-w-none',
          plain && '[&_g]:hidden',
        )}
      />
      {children}
    </section>
  );
}

const kickerClass = 'flex items-center gap-2 font-mid text-hero-ink-2 [&>svg]:size-4.5';
const titleClass = 'my-3 max-w-[15em] text-title tracking-tight wrap-anywhere';

/** Id of the heading, for `aria-describedby` of the button; the goal's row has another one. */
export const NEXT_GOAL_TITLE_ID = 'next-goal';

type NextGoalHeroProps = {
  goal: Goal;
  /** Whether the teacher returned it for another attempt. */
  returned: boolean;
  /** Shown above the button, such as the teacher's comment. */
  note?: ReactNode;
  /** The button to submit it, and what stands beside it. */
  action: ReactNode;
};

/** The next goal, with the button to submit it. */
export function NextGoalHero({ goal, returned, note, action }: NextGoalHeroProps) {
  return (
    <Hero titleId={NEXT_GOAL_TITLE_ID} plain={returned || goal.picture !== null}>
      <div className="flex flex-col gap-3 sm:flex-row sm:justify-between sm:gap-6">
        <PictureBox
          picture={goal.picture}
          className="size-24 rounded-card bg-surface sm:order-last sm:size-36"
        />
        <div className="min-w-0 sm:max-w-[75%]">
          <p className={kickerClass}>
            {returned ? <RotateCcw aria-hidden /> : <Flag aria-hidden className="mirror-rtl" />}
            {returned ? t`Give it another try` : t`Your next goal`}
          </p>
          <h2 id={NEXT_GOAL_TITLE_ID} className={titleClass}>
            <bdi>{goal.name}</bdi>
          </h2>
          <div className="mb-6 flex flex-wrap gap-x-5 gap-y-2 text-lead font-mid">
            <GoalAmount plain goal={goal} className="font-mid!" />
            <DueDate onHero toStudent goal={goal} />
          </div>
        </div>
      </div>
      {note}
      <div className="mt-auto flex items-center gap-3 sm:self-start [&>:first-child]:grow sm:[&>:first-child]:min-w-50">
        {action}
      </div>
    </Hero>
  );
}

/** Shown when every current goal is submitted or reviewed. */
export function AllSubmittedHero({ waiting }: { waiting: number }) {
  const titleId = useId();
  return (
    <Hero titleId={titleId}>
      <p className={kickerClass}>
        {waiting > 0 ? <CircleCheckBig aria-hidden /> : <MessageSquareText aria-hidden />}
        <Trans>Nothing to send</Trans>
      </p>
      <h2 id={titleId} className={titleClass}>
        {waiting > 0 ? t`You sent everything. Well done!` : t`Your teacher has answered.`}
      </h2>
      <p className="max-w-[26em] text-lead font-mid">
        {waiting > 0
          ? plural(waiting, {
              one: 'Your teacher looks at it next.',
              other: 'Your teacher looks at them next.',
            })
          : t`Read the answer under Current Goals. Your next goal shows up here.`}
      </p>
    </Hero>
  );
}
