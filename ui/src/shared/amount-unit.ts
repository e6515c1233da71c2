import { t } from '@lingui/core/macro';

/** The unit after a number of goalbucks, in singular or plural. */
export function amountUnit(value: number): string {
  return Math.abs(value) === 1 ? t`GoalBuck` : t`GoalBucks`;
}
