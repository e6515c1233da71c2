import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { buildSavings } from '@/testing/builders';
import { render } from '@/testing/render';

import SavingsCard from './savings-card';

function show(balance: number | undefined, fields: Parameters<typeof buildSavings>[0] = {}) {
  const savings = buildSavings({ itemName: 'Class DJ', goalbucksCost: 300, ...fields });
  render(<SavingsCard savings={savings} balance={balance} />);
}

describe('what a student saves for', () => {
  // spec: 25.1
  it('shows what is missing', () => {
    show(240);
    expect(screen.getByRole('region', { name: 'You save for Class DJ' })).toBeVisible();
    expect(screen.getByText('240 of 300')).toBeVisible();
    expect(screen.getByText('60 more to go')).toBeVisible();
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '240');
  });

  it('leads to the store when it can be paid', () => {
    show(300);
    expect(screen.getByText('You have enough for it!')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to the Store' })).toHaveAttribute('href', '/student/store');
  });

  it('says that it is sold out', () => {
    show(240, { stock: 0 });
    expect(screen.getByText('It is sold out right now.')).toBeVisible();
  });

  it('waits for the balance', () => {
    show(undefined);
    expect(screen.getByText('Class DJ')).toBeVisible();
    expect(screen.queryByRole('progressbar')).toBeNull();
  });
});
