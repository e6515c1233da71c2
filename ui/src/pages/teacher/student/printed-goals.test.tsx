import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { json } from '@/testing/fake-server';

import { COMPLETED, CURRENT, goal, open, serveGoals } from './student-test-utils';

const sheet = () => document.querySelector('.print-alone');
const rowOf = (name: string) =>
  screen
    .getAllByText(name)
    .find((one) => sheet()?.contains(one))
    ?.closest('tr');

// spec: 3.19
it('prints the balance, the current goals with due date and worth, and the completed ones that are loaded', async () => {
  vi.stubGlobal('print', vi.fn());
  serveGoals({
    [CURRENT]: () => json([{ ...goal(2000, 'current'), dueDate: '2024-06-03' }, goal(2001, 'current')]),
  });
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
  expect(sheet()?.querySelector('thead')).toHaveTextContent(
    /Amara Okafor.*Balance: 240 GoalBucks.*Room 12 Homeroom/,
  );
  expect(rowOf('Goal 2000')).toHaveTextContent('June 3, 20245');
  expect(rowOf('Goal 2001')).toHaveTextContent('No due date5');
  expect(rowOf('Goal 1440')).toHaveTextContent('May 17, 20245');
  expect(sheet()).toHaveTextContent('Completed Goals (50 of 1,440)');
});

// spec: 3.19
it('has no button to print the goals of a student without goals', async () => {
  serveGoals({
    [CURRENT]: () => json([]),
    [COMPLETED]: () => json([], 200, { 'X-Goals-Completed': '0', 'X-Goals-Goalbucks': '0' }),
  });
  open();
  expect(await screen.findByText('No completed goals yet.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Print' })).not.toBeInTheDocument();
});
