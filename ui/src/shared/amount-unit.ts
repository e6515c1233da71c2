import { plural, t } from '@lingui/core/macro';

/** The unit after a number of goalbucks, in singular or plural. */
export function amountUnit(value: number): string {
  return t({
    message: plural(value, { one: 'GoalBuck', other: 'GoalBucks' }),
    comment: 'Stands after the number',
  });
}
