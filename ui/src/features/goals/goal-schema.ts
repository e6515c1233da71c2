import * as z from 'zod/mini';

import { AMOUNT_MESSAGE, isAmount, parseWholeNumber } from '@/api/limits';
import type { Goal } from '@/api/types';

import type { GoalRequest } from './queries';

/** What a goal form holds: texts, as the inputs give them. */
export const goalSchema = z.object({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: 'Goal name is required.', abort: true }),
      z.maxLength(200, 'Goal name can have at most 200 characters.'),
    ),
  goalbucks: z.string().check(z.refine(isAmount, AMOUNT_MESSAGE)),
  dueDate: z.string(),
});

/** The fields of a goal's body that its form shows. */
export const GOAL_FIELDS = ['name', 'goalbucks', 'dueDate'];

export type GoalValues = z.infer<typeof goalSchema>;

export const emptyGoal: GoalValues = { name: '', goalbucks: '', dueDate: '' };

/** A goal as its form shows it. */
export function toGoalValues({
  name,
  goalbucks,
  dueDate,
}: Pick<Goal, 'name' | 'goalbucks' | 'dueDate'>): GoalValues {
  return { name, goalbucks: String(goalbucks), dueDate: dueDate ?? '' };
}

/** The body that the calls about goals take. */
export function toGoalBody({ name, goalbucks, dueDate }: GoalValues): GoalRequest {
  return { name, goalbucks: parseWholeNumber(goalbucks) ?? 0, dueDate: dueDate || null };
}
