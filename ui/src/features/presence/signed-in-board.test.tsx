import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { SignedInBoard } from './signed-in-board';

it('takes the direction from the first name and isolates the initial', () => {
  const students = [
    { id: '1', firstName: 'محمد', lastName: 'Okafor' },
    { id: '2', firstName: 'محمد', lastName: 'حسن' },
    { id: '3', firstName: 'Emma', lastName: 'Li' },
  ];
  render(<SignedInBoard students={students} signedIn={new Set(['1'])} />);
  const items = screen.getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Emma, not signed in',
    'محمد O., signed in',
    'محمد ح., not signed in',
  ]);
  const initial = screen.getByText('O.');
  expect(initial.tagName).toBe('BDI');
  // Text inside `bdi` doesn't count for `dir="auto"`, so the first name mustn't be in one.
  expect(screen.getAllByText('محمد')[0]?.closest('bdi')).toBeNull();
  expect(initial.parentElement).toHaveAttribute('dir', 'auto');
});
