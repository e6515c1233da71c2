import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';

import type { Goal } from '@/api/types';
import { UNREADABLE } from '@/lib/unparsed-input';
import { amountMessage, isAmount, parseWholeNumber } from '@/shared/amount-rules';

const MAX_NAME = 200;

/** The name of a goal, assigned or suggested. The server counts code points. */
export const goalName = z.string().check(
  z.trim(),
  z.minLength(1, { error: () => t`Fill in the goal name.`, abort: true }),
  z.refine((name) => Array.from(name).length <= MAX_NAME, {
    error: () => t`Goal name can have at most 200 characters.`,
  }),
);

/** A goal's goalbucks, as text. */
export const goalWorth = z.string().check(z.refine(isAmount, { error: amountMessage }));

/** Values of a goal form, as strings from the inputs. */
export const goalSchema = z.object({
  name: goalName,
  goalbucks: goalWorth,
  dueDate: z
    .string()
    .check(z.refine((date) => date !== UNREADABLE, { error: () => t`Finish the date, or leave it empty.` })),
});

export type GoalValues = z.infer<typeof goalSchema>;

export const emptyGoal: GoalValues = { name: '', goalbucks: '', dueDate: '' };

/** Converts a goal to form values. */
export function toGoalValues({
  name,
  goalbucks,
  dueDate,
}: Pick<Goal, 'name' | 'goalbucks' | 'dueDate'>): GoalValues {
  return { name, goalbucks: String(goalbucks), dueDate: dueDate ?? '' };
}

/** Converts form values to a request body. */
export function toGoalBody({ name, goalbucks, dueDate }: GoalValues) {
  return { name, goalbucks: parseWholeNumber(goalbucks) ?? 0, dueDate: dueDate || null };
}
