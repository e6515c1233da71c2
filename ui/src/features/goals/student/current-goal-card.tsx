import type { ReactNode } from 'react';

import type { Goal } from '@/api/types';
import { Card } from '@/components/card';
import { GoalAmount } from '@/shared/goal-amount';
import { PictureBox } from '@/shared/goal-pictures/goal-picture';

/** Id of the goal's heading, for `aria-describedby` of its buttons. */
export function goalTitleId(goal: Pick<Goal, 'id'>): string {
  return `goal-${goal.id}`;
}

type CurrentGoalCardProps = {
  goal: Goal;
  /** Shown beside the amount: the date it is due, was submitted or reviewed. */
  when: ReactNode;
  /** Reads the goal aloud. */
  speaker: ReactNode;
  /** Badge or action at the end. */
  aside: ReactNode;
  /** Shown below: the teacher's comment and the submission. */
  children?: ReactNode;
};

export function CurrentGoalCard({ goal, when, speaker, aside, children }: CurrentGoalCardProps) {
  return (
    // Focusable: takes the focus when the button that opened a dialog was replaced by a badge.
    <Card as="li" tabIndex={-1} className="px-4 py-4 sm:px-5">
      <div className="flex flex-wrap items-center gap-3 sm:flex-nowrap sm:gap-4">
        <PictureBox
          picture={goal.picture}
          className="size-[72px] max-[359px]:size-14 rounded-card bg-sky sm:size-20"
        />
        <div className="min-w-0 flex-1">
          <h3 id={goalTitleId(goal)} className="text-lead font-mid wrap-anywhere">
            <bdi>{goal.name}</bdi>
          </h3>
          <div className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-ink-2">
            <GoalAmount goal={goal} />
            {when}
          </div>
        </div>
        {speaker}
        <div className="flex shrink-0 flex-wrap items-center gap-2 max-sm:w-full max-sm:[&>button:only-child]:grow">
          {aside}
        </div>
      </div>
      {children}
    </Card>
  );
}
