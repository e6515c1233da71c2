import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { SignedInBoard } from './signed-in-board';

// spec: 4.7, 15.1
it('tells who is here now from who is only signed in, by first names in their direction', () => {
  const students = [
    { id: '1', firstName: 'محمد', lastName: 'Okafor' },
    { id: '2', firstName: 'محمد', lastName: 'حسن' },
    { id: '3', firstName: 'Emma', lastName: 'Li' },
  ];
  render(<SignedInBoard students={students} signedIn={new Set(['1', '3'])} here={new Set(['1'])} />);
  expect(screen.getByRole('status')).toHaveTextContent('2 of 3 signed in, 1 here now');
  const items = screen.getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Emma, signed in, not here now',
    'محمد O., here now',
    'محمد ح., not signed in',
  ]);
  const initial = screen.getByText('O.');
  expect(initial.tagName).toBe('BDI');
  // Text inside `bdi` doesn't count for `dir="auto"`, so the first name mustn't be in one.
  expect(screen.getAllByText('محمد')[0]?.closest('bdi')).toBeNull();
  expect(initial.parentElement).toHaveAttribute('dir', 'auto');
});
