import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';

import { MAX_GOALBUCKS } from '@/shared/amount-rules';
import { goalWorth } from '@/shared/goal-fields/goal-schema';

const reason = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { error: () => t`Reason is required.`, abort: true }),
    z.maxLength(5000, { error: () => t`The reason can have at most 5,000 characters.` }),
  );

/** Values of the award form, as strings from the inputs. */
export const awardSchema = z.object({
  amount: goalWorth,
  reason,
});

/** "-10", "+10", "10"; also with the typographic minus of phones and word processors. */
export function toSignedNumber(text: string): number | null {
  const plain = text.trim().replace('−', '-');
  return /^[+-]?\d+$/.test(plain) ? Number(plain) : null;
}

function isCorrection(text: string): boolean {
  const amount = Math.abs(toSignedNumber(text) ?? 0);
  return amount >= 1 && amount <= MAX_GOALBUCKS;
}

/** Values of the correction form. */
export const correctionSchema = z.object({
  amount: z.string().check(
    z.refine(isCorrection, {
      error: () => t`Use a whole number from 1 to 1,000,000, with a minus to take GoalBucks away.`,
    }),
  ),
  reason,
});

export type AmountValues = z.infer<typeof awardSchema>;
export const emptyAmount: AmountValues = { amount: '', reason: '' };
