import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';

import type { ClassGoal } from '@/api/types';
import { formatNumber } from '@/lib/format';
import { UNREADABLE } from '@/lib/unparsed-input';
import { amountMessage, isAmount, parseWholeNumber } from '@/shared/amount-rules';

import type { ClassGoalBody } from './mutations';

/** Limit of a class goal's name, as on the server. */
const MAX_NAME = 80;

const moreThanGiven = (given: number) => {
  const sum = formatNumber(given);
  return t`Use more than the ${sum} that the class has given so far.`;
};

/** The fields of a class goal to which this was given so far; the target stays above it. */
export const classGoalSchema = (given: number) =>
  z.object({
    name: z.string().check(
      z.trim(),
      z.minLength(1, { error: () => t`Name the class goal.`, abort: true }),
      // The server counts code points.
      z.refine((name) => Array.from(name).length <= MAX_NAME, {
        error: () => t`The name can have at most ${MAX_NAME} characters.`,
      }),
    ),
    goalbucks: z.string().check(
      z.refine(isAmount, { error: amountMessage, abort: true }),
      z.refine((text) => (parseWholeNumber(text) ?? 0) > given, { error: () => moreThanGiven(given) }),
    ),
    until: z
      .string()
      .check(
        z.refine((date) => date !== UNREADABLE, { error: () => t`Finish the date, or leave it empty.` }),
      ),
  });

export type ClassGoalValues = z.infer<ReturnType<typeof classGoalSchema>>;

export const toClassGoalValues = (goal: ClassGoal | undefined): ClassGoalValues => ({
  name: goal?.name ?? '',
  goalbucks: goal?.goalbucks.toString() ?? '',
  until: goal?.until ?? '',
});

export const toClassGoalBody = ({ name, goalbucks, until }: ClassGoalValues): ClassGoalBody => ({
  name,
  goalbucks: parseWholeNumber(goalbucks) ?? 0,
  until: until || null,
});
