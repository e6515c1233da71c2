/** The unit after a number of goalbucks, in singular or plural. */
export function amountUnit(value: number): string {
  return Math.abs(value) === 1 ? 'GoalBuck' : 'GoalBucks';
}
