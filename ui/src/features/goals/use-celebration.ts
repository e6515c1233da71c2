import { useEffect } from 'react';

import type { Goal } from '@/api/types';
import { useStudent } from '@/auth/session-context';
import { useUnseen } from '@/hooks/use-unseen';
import { seenOnce } from '@/lib/seen-once';

import { celebrate } from './celebrate';

const celebratedGoals = seenOnce<Goal>('celebrated_goals', {
  idOf: ({ id }) => id,
  timeOf: ({ completedAt }) => completedAt,
});

/** The goals to celebrate now, each once on this device; `completed` are the newest, undefined while they load. */
export function useCelebration(completed: Goal[] | undefined) {
  const { unseen: goals, dismiss } = useUnseen({
    seen: celebratedGoals,
    personId: useStudent().id,
    rows: completed,
  });
  const newest = goals[0]?.id;
  useEffect(() => {
    if (newest !== undefined) void celebrate();
  }, [newest]);
  return {
    goals,
    dismiss: () => {
      dismiss(goals);
    },
  };
}
