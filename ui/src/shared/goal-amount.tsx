import type { ComponentProps } from 'react';

import { Amount } from './amount';
import { type PaidGoal, paidOf } from './paid-of';

type GoalAmountProps = Omit<ComponentProps<typeof Amount>, 'value'> & { goal: PaidGoal };

/** The amount of `paidOf`, with a coin. */
export function GoalAmount({ goal, ...props }: GoalAmountProps) {
  return <Amount {...props} value={paidOf(goal)} />;
}
