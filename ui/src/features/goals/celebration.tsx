import { PartyPopper, X } from 'lucide-react';

import type { Goal } from '@/api/types';
import { Amount } from '@/components/amount';
import { Coin } from '@/components/coin';
import { IconButton } from '@/components/icon-button';

const NAMED = 5;

/** What all of them paid together. */
export function paidBy(goals: Goal[]): number {
  return goals.reduce((sum, { goalbucks }) => sum + goalbucks, 0);
}

function Words({ goals }: { goals: Goal[] }) {
  const more = goals.length - NAMED;
  return (
    <div className="min-w-0 grow">
      <h2 className="flex items-center gap-2">
        {goals.length === 1 ? 'Goal achieved!' : `${goals.length} goals achieved!`}
        <PartyPopper aria-hidden className="size-5 text-gold-ink" />
      </h2>
      <ul>
        {goals.slice(0, NAMED).map((goal) => (
          <li key={goal.id} className="wrap-anywhere">
            <bdi>{goal.name}</bdi>
          </li>
        ))}
        {more > 0 && <li>and {more} more</li>}
      </ul>
    </div>
  );
}

/** Says, until it is closed, which goals the teacher has approved since the student last looked. */
export function Celebration({ goals, onDismiss }: { goals: Goal[]; onDismiss: () => void }) {
  return (
    <div role="status">
      {goals.length > 0 && (
        <div className="animate-rise mb-4 flex items-start gap-3 rounded-card border border-coin-edge/45 bg-gold-soft py-4 ps-5 pe-2 sm:items-center sm:gap-4">
          <Coin className="size-11 max-sm:hidden" />
          <div className="flex min-w-0 grow flex-col gap-x-4 gap-y-1 sm:flex-row sm:items-center">
            <Words goals={goals} />
            <Amount signed value={paidBy(goals)} className="sm:text-lead" />
          </div>
          <IconButton
            label="Close"
            icon={<X aria-hidden />}
            className="-my-2 text-ink-2!"
            onClick={onDismiss}
          />
        </div>
      )}
    </div>
  );
}
