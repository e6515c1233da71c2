import { t } from '@lingui/core/macro';

import { formatNumber } from '@/lib/format';
import { amountMessage, isAmount, parseWholeNumber } from '@/shared/amount-rules';

const LARGE_TARGET = 1_000;

/** Amounts to choose from. */
export const suggestedAmounts = (target: number): readonly number[] =>
  target >= LARGE_TARGET ? [10, 50, 100] : [5, 10, 25];

/** The largest amount that can be given: at most the balance, and at most what is missing. */
export const maxGift = (balance: number, missing: number) => Math.max(0, Math.min(balance, missing));

/** The amount that is chosen at first: the middle one that can be given, or a smaller one; null if none can. */
export function initialAmount(amounts: readonly number[], max: number): number | null {
  const [smallest = 0, middle = 0] = amounts;
  if (middle <= max) return middle;
  return smallest <= max ? smallest : null;
}

/** What is wrong with an amount that was typed; undefined if nothing is. */
export function amountError(text: string, balance: number, missing: number): string | undefined {
  if (!isAmount(text)) return amountMessage();
  const amount = parseWholeNumber(text) ?? 0;
  const [most, left] = [formatNumber(balance), formatNumber(missing)];
  if (amount > missing) return t`The class needs only ${left} more.`;
  return amount > balance ? t`You have ${most} GoalBucks.` : undefined;
}
