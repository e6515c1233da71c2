import { useState } from 'react';

import type { AssignedGoal } from '@/api/types';

import { MAX_COMPLETED_GOALS } from './mutations';

const idsOf = (goals: readonly AssignedGoal[]) => new Set(goals.map(({ id }) => id));

/** The goals of an assignment that the teacher ticks as done. */
export function useTickedGoals(goals: AssignedGoal[]) {
  // As they were when they were ticked, since a deleted goal's student is no longer in the list.
  const [ticked, setTicked] = useState<readonly AssignedGoal[]>([]);
  const open = goals.filter(({ status }) => status === 'current');
  const tickedIds = idsOf(ticked);
  const openIds = idsOf(open);
  const selected = open.filter(({ id }) => tickedIds.has(id));
  const tick = (next: readonly AssignedGoal[]) => {
    setTicked(next.slice(0, MAX_COMPLETED_GOALS));
  };
  return {
    /** Those that can be ticked. */
    open,
    selected,
    isTicked: ({ id }: AssignedGoal) => tickedIds.has(id),
    /** Those that were completed, ended or deleted after they had been ticked. */
    changed: ticked.filter(({ id }) => !openIds.has(id)),
    toggle: (goal: AssignedGoal) => {
      tick(selected.includes(goal) ? selected.filter((other) => other !== goal) : [...selected, goal]);
    },
    toggleAll: () => {
      tick(selected.length === Math.min(open.length, MAX_COMPLETED_GOALS) ? [] : open);
    },
    clear: () => {
      setTicked([]);
    },
  };
}

export type TickedGoals = ReturnType<typeof useTickedGoals>;
