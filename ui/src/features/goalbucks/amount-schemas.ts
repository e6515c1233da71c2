import * as z from 'zod/mini';

import { MAX_GOALBUCKS } from '@/api/limits';

const reason = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { error: 'Reason is required.', abort: true }),
    z.maxLength(5000, 'The reason can have at most 5,000 characters.'),
  );

/** What the award form holds: texts, as the inputs give them. */
export const awardSchema = z.object({
  amount: z.string().check(
    z.trim(),
    z.regex(/^0*[1-9]\d*$/, { error: 'Enter a whole number, 1 or more.', abort: true }),
    z.refine((text) => Number(text) <= MAX_GOALBUCKS, 'Each student can get at most 1,000,000 GoalBucks.'),
  ),
  reason,
});

/** "-10", "+10", "10"; with the minus that keyboards of phones and word processors write. */
export function toSignedNumber(text: string): number | null {
  const plain = text.trim().replace('−', '-');
  return /^[+-]?\d+$/.test(plain) ? Number(plain) : null;
}

/** What the correction form holds. */
export const correctionSchema = z.object({
  amount: z.string().check(
    z.refine((text) => (toSignedNumber(text) ?? 0) !== 0, {
      error: 'Enter a whole number that isn’t 0, such as 25 or -10.',
      abort: true,
    }),
    z.refine(
      (text) => Math.abs(toSignedNumber(text) ?? 0) <= MAX_GOALBUCKS,
      'A correction can be at most 1,000,000 GoalBucks.',
    ),
  ),
  reason,
});

export type AmountValues = z.infer<typeof awardSchema>;
export const noAmount: AmountValues = { amount: '', reason: '' };
