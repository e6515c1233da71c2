import type { Goal } from '@/api/types';

/** A goal, or a row that shows one. */
export type PaidGoal = Pick<Goal, 'goalbucks'>;

/** The goalbucks that a student gets for the goal. */
export const paidOf = ({ goalbucks }: PaidGoal): number => goalbucks;
