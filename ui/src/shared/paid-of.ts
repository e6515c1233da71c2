import type { Goal } from '@/api/types';

/** A goal, or a row that shows one. */
export type PaidGoal = Pick<Goal, 'goalbucks'>;

/** The goalbucks that the goal is worth to its student, before and after it is completed. */
export const paidOf = ({ goalbucks }: PaidGoal): number => goalbucks;
