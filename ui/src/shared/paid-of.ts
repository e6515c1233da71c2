import type { Goal } from '@/api/types';

/** A goal, or a row that shows one. */
export type PaidGoal = Pick<Goal, 'goalbucks' | 'offeredGoalbucks'>;

/** The goalbucks that the goal paid to its student, or would pay. */
export const paidOf = ({ goalbucks }: PaidGoal): number => goalbucks;

/** What the goal is worth, also if it paid less. */
export const worthOf = ({ goalbucks, offeredGoalbucks }: PaidGoal): number => offeredGoalbucks ?? goalbucks;
