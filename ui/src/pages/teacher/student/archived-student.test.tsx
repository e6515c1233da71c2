import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { buildClassroom } from '@/testing/builders';
import { json } from '@/testing/fake-server';

import { open, serveGoals } from './student-test-utils';

// spec: 4.14
it('a student of an archived class is shown, with nothing to press that would change something', async () => {
  serveGoals({
    'GET /api/classrooms/single/c1': () => json(buildClassroom({ archivedAt: '2026-06-12T15:00:00Z' })),
    'GET /api/classrooms/c1/locked': () => json([{ studentId: 's1', until: '2026-06-12T16:00:00Z' }]),
  });
  const user = open();
  expect(await screen.findByText('Goal 2000')).toBeVisible();
  expect(screen.getByText('This class was archived on June 12, 2026.')).toBeVisible();
  for (const name of [/^Assign Goal/, /^Correct balance/, /^Actions for/, /^Reopen/, /^Unlock/]) {
    expect(screen.queryByRole('button', { name })).toBeNull();
  }
  await user.click(screen.getByRole('button', { name: 'More for Amara Okafor' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Export Data (ZIP)',
    'Erase Student...',
  ]);
});
