import * as z from 'zod/mini';

import { MAX_GOALBUCKS } from '@/api/limits';
import type { Goal } from '@/api/types';

import type { GoalBody } from './queries';

/** What a goal form holds: texts, as the inputs give them. */
export const goalSchema = z.object({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: 'Goal name is required.', abort: true }),
      z.maxLength(200, 'Goal name can have at most 200 characters.'),
    ),
  goalbucks: z.string().check(
    z.trim(),
    z.regex(/^0*[1-9]\d*$/, { error: 'Enter a whole number, 1 or more.', abort: true }),
    z.refine((text) => Number(text) <= MAX_GOALBUCKS, 'A goal can be worth at most 1,000,000 GoalBucks.'),
  ),
  dueDate: z.string(),
});

export type GoalValues = z.infer<typeof goalSchema>;

export const emptyGoal: GoalValues = { name: '', goalbucks: '', dueDate: '' };

/** A goal as its form shows it. */
export function toGoalValues({ name, goalbucks, dueDate }: Goal): GoalValues {
  return { name, goalbucks: String(goalbucks), dueDate: dueDate ?? '' };
}

/** The body that the calls about goals take. */
export function toGoalBody({ name, goalbucks, dueDate }: GoalValues): GoalBody {
  return { name, goalbucks: Number(goalbucks), dueDate: dueDate || null };
}
