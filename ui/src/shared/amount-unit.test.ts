import { describe, expect, it } from 'vitest';

import { formatNumber } from '@/lib/format';

import { amountUnit } from './amount-unit';

describe('amounts', () => {
  // spec: 14.6
  it.each([
    [1, '1 GoalBuck'],
    [0, '0 GoalBucks'],
    [25, '25 GoalBucks'],
    [1_234_567, '1,234,567 GoalBucks'],
    [-1, '-1 GoalBuck'],
  ])('%d reads %s', (value, text) => {
    expect(`${formatNumber(value)} ${amountUnit(value)}`).toBe(text);
  });
});
