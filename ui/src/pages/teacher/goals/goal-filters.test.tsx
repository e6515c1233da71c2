import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';

import { goal, GOAL_FILTERS, GOALS, show } from '@/pages/teacher/across-classes-test-utils';
import { json } from '@/testing/fake-server';

import GoalsPage from './goals';

const options = {
  classes: [{ value: 'c1', label: 'Room 12', count: 60 }],
  goals: [
    { value: 'Read', label: 'Read', count: 59 },
    { value: 'Draw', label: 'Draw', count: 1 },
  ],
  students: [{ value: 's1', label: 'Emma Li', count: 60 }],
};

// spec: 19.2
it('asks the server for the goals that match, and removes values that no longer exist', async () => {
  const { user, calls, location } = show(
    <GoalsPage />,
    {
      [GOALS]: ({ query }) => json(query.includes('goal=Draw') ? [goal(2, { name: 'Draw' })] : [goal(1)]),
      [GOAL_FILTERS]: () => json(options),
    },
    '/?student=gone',
  );
  await waitFor(() => {
    expect(location()?.search).toBe('');
  });
  expect(await screen.findByText('Goal 1')).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Goal' }), 'Draw (1)');
  expect(await screen.findByRole('row', { name: /Draw/ })).toBeVisible();
  expect(location()?.search).toBe('?goal=Draw');
  expect(calls.map(({ query }) => query)).toContain('?status=current&goal=Draw&limit=51');
  await user.click(screen.getByRole('button', { name: 'Show All' }));
  expect(await screen.findByText('Goal 1')).toBeVisible();
});
