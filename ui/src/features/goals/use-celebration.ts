import { useEffect, useState } from 'react';

import type { Goal } from '@/api/types';

import { celebrate } from './celebrate';
import { rememberCelebrated, uncelebrated } from './celebrated-goals';

/** The goals to celebrate now, each once on this device; `completed` are the newest, as far as they have arrived. */
export function useCelebration(studentId: string, completed: Goal[] | undefined) {
  const [goals, setGoals] = useState<Goal[]>([]);
  const [looked, setLooked] = useState<Goal[]>();
  if (completed && completed !== looked) {
    setLooked(completed);
    const fresh = uncelebrated(studentId, completed);
    if (fresh.length > 0) setGoals(fresh);
  }
  useEffect(() => {
    if (looked) rememberCelebrated(studentId, looked);
  }, [studentId, looked]);
  useEffect(() => {
    if (goals.length > 0) void celebrate();
  }, [goals]);
  return {
    goals,
    dismiss: () => {
      setGoals([]);
    },
  };
}
