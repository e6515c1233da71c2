import { useEffect, useState } from 'react';

import type { Goal } from '@/api/types';
import { prefersReducedMotion } from '@/components/reduced-motion';

import { rememberCelebrated, uncelebrated } from './celebrated-goals';

async function throwConfetti() {
  if (prefersReducedMotion()) return;
  try {
    (await import('./confetti')).throwConfetti();
  } catch {
    // The class computer is away: joy without paper.
  }
}

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
    if (goals.length > 0) void throwConfetti();
  }, [goals]);
  return {
    goals,
    dismiss: () => {
      setGoals([]);
    },
  };
}
