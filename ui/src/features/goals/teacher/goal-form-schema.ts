import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';

import type { Goal } from '@/api/types';
import { emptyGoal, goalSchema, toGoalBody, toGoalValues } from '@/shared/goal-fields/goal-schema';
import { optionalPicture } from '@/shared/goal-pictures/picture-schema';

export const MAX_DETAILS = 500;

/** Number of characters as the server counts them. */
export const detailsLength = (details: string) => Array.from(details.trim()).length;

/** Values of the form of an assigned goal, as strings from the inputs. */
export const goalFormSchema = z.extend(goalSchema, {
  details: z.string().check(
    z.refine((details) => detailsLength(details) <= MAX_DETAILS, {
      error: () => t`What counts as proof can have at most ${MAX_DETAILS} characters.`,
    }),
  ),
  picture: optionalPicture,
});

export type GoalFormValues = z.infer<typeof goalFormSchema>;

export const emptyGoalForm: GoalFormValues = { ...emptyGoal, details: '', picture: null };

/** Converts a goal to form values. */
export const toGoalFormValues = (
  goal: Pick<Goal, 'name' | 'goalbucks' | 'dueDate' | 'details' | 'picture'>,
): GoalFormValues => ({ ...toGoalValues(goal), details: goal.details ?? '', picture: goal.picture });

/** Converts form values to a request body. */
export const toGoalFormBody = ({ details, picture, ...goal }: GoalFormValues) => ({
  ...toGoalBody(goal),
  details: details.trim() || null,
  picture,
});
