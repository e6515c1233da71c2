import type { ComponentProps } from 'react';

import { Amount } from './amount';
import { type PaidGoal, paidOf, worthOf } from './paid-of';

type GoalAmountProps = Omit<ComponentProps<typeof Amount>, 'value' | 'of'> & { goal: PaidGoal };

/** What the goal pays, with a coin: "25 GoalBucks", or "15 of 25 GoalBucks" if it paid less than it is worth. */
export function GoalAmount({ goal, ...props }: GoalAmountProps) {
  return <Amount {...props} value={paidOf(goal)} of={worthOf(goal)} />;
}
