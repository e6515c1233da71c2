import { Check } from 'lucide-react';
import { useState } from 'react';

import type { Goal } from '@/api/types';
import { Amount } from '@/components/amount';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { formatNumber } from '@/components/format';

import { CompletedDate } from './goal-dates';

const PAGE = 50;

function CompletedGoal({ goal, comment }: { goal: Goal; comment: string | undefined }) {
  return (
    <li className="flex min-h-14 items-center gap-3 border-t border-line px-4 py-3 first:border-t-0 sm:px-5">
      <span className="grid size-7 shrink-0 place-items-center self-start rounded-control bg-approved-soft text-approved-ink">
        <Check aria-hidden className="size-4" />
      </span>
      <div className="min-w-0 grow">
        <h3 className="font-text wrap-anywhere">
          <bdi>{goal.name}</bdi>
        </h3>
        {goal.completedAt !== null && (
          <p className="text-small text-ink-3">
            <CompletedDate iso={goal.completedAt} />
          </p>
        )}
        {comment !== undefined && (
          <p dir="auto" className="mt-1 text-ink-2 wrap-anywhere whitespace-pre-line">
            <span className="sr-only">Your teacher wrote: </span>“{comment}”
          </p>
        )}
      </div>
      <Amount signed hideUnit value={goal.goalbucks} />
    </li>
  );
}

type CompletedGoalsProps = {
  /** All of them that have arrived, newest first. */
  goals: Goal[];
  /** What the teacher wrote with an approval, by the goal's id. */
  comments: ReadonlyMap<string, string>;
};

/** The newest 50, and 50 more with each press: three years of goals are a long list. */
export function CompletedGoals({ goals, comments }: CompletedGoalsProps) {
  const [shown, setShown] = useState(PAGE);
  const left = goals.length - shown;
  return (
    <Card>
      <ul>
        {goals.slice(0, shown).map((goal) => (
          <CompletedGoal key={goal.id} goal={goal} comment={comments.get(goal.id)} />
        ))}
      </ul>
      {left > 0 && (
        <div className="border-t border-line p-2">
          <Button
            block
            variant="ghost"
            onClick={() => {
              setShown(shown + PAGE);
            }}
          >
            Show more ({formatNumber(left)} left)
          </Button>
        </div>
      )}
    </Card>
  );
}
