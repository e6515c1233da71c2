import type { Goal } from '@/api/types';
import { seenOnce } from '@/components/seen-once';

const celebrated = seenOnce<Goal>('celebrated_goals', {
  idOf: ({ id }) => id,
  timeOf: ({ completedAt }) => completedAt,
});

/** The completed goals that this device hasn't celebrated yet. */
export const uncelebrated = celebrated.unseen;

/** Remembers that these have been seen, so that each is celebrated once. */
export const rememberCelebrated = celebrated.remember;
