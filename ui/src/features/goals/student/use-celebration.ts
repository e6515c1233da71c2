import { useEffect } from 'react';

import type { Goal } from '@/api/types';
import { useStudent } from '@/auth/session-context';
import { useUnseen } from '@/hooks/use-unseen';
import { createSeenStore } from '@/lib/seen-store';
import { celebrate } from '@/shared/celebration/celebrate';

const celebratedStore = createSeenStore<Goal>('celebrated_goals', {
  getId: ({ id }) => id,
  getTime: ({ completedAt }) => completedAt,
});

/** Newly completed goals, each returned once per device. `completed` is undefined while loading. */
export function useCelebration(completed: Goal[] | undefined) {
  const { unseen: goals, dismiss } = useUnseen({
    store: celebratedStore,
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
