import type { ClassGoal } from '@/api/types';

/** The goal that a class is about now: the open one, else the newest that is reached and not done. Newest first. */
export const shownGoal = (goals: ClassGoal[]): ClassGoal | null =>
  goals.find(({ status }) => status === 'open') ?? goals.find(({ status }) => status === 'reached') ?? null;
