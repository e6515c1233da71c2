import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { buildGoal } from '@/testing/builders';
import { json, noContent } from '@/testing/fake-server';

import { CURRENT, ENDED, open, openAt, serveGoals } from './student-test-utils';

const ended = (fields: Partial<ReturnType<typeof buildGoal>> = {}) =>
  buildGoal({
    id: 'e1',
    name: 'Spelling list',
    status: 'ended',
    dueDate: '2024-05-15',
    endedReason: 'missed',
    endedAt: '2024-05-16T06:00:00Z',
    ...fields,
  });
const RECORD = 'GET /api/goals/{goal_id}/submissions';

describe("a student's goals that ended without being completed", () => {
  // spec: 6.18
  it('are a folded list of their own with their number, which is missing without any', async () => {
    serveGoals({
      [ENDED]: () => json([ended(), ended({ id: 'e2', name: 'Times tables', endedReason: 'term' })]),
    });
    const user = open();
    const summary = await screen.findByText('Not done (2)');
    expect(screen.getByText('Spelling list')).not.toBeVisible();
    await user.click(summary);
    expect(screen.getByText('Spelling list')).toBeVisible();
    const rowOf = (name: string) => screen.getByRole('heading', { name }).closest('li');
    expect(rowOf('Spelling list')).toHaveTextContent(/Ended on May 16.*Due .*May 15/);
    expect(rowOf('Times tables')).toHaveTextContent(/Ended with the term on May 16/);
  });

  it('are not mentioned if there are none', async () => {
    serveGoals();
    open();
    await screen.findByText('Goal 1440');
    expect(screen.queryByText(/Not done/)).toBeNull();
  });

  // spec: 6.18
  it('are reopened without a due date, and nothing is taken back', async () => {
    let list = [ended()];
    serveGoals({
      [ENDED]: () => json(list),
      [CURRENT]: () => json(list.length > 0 ? [] : [ended({ status: 'current', dueDate: null })]),
      'POST /api/goals/{goal_id}/reopen': () => {
        list = [];
        return json(ended({ status: 'current', dueDate: null, endedAt: null, endedReason: null }));
      },
    });
    const user = open();
    await user.click(await screen.findByText('Not done (1)'));
    await user.click(screen.getByRole('button', { name: 'Actions for Spelling list' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Reopen' }));
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText(/is a current goal again, without a due date/)).toBeVisible();
    expect(question.queryByText(/takes/)).toBeNull();
    await user.click(question.getByRole('button', { name: 'Reopen Goal' }));
    await screen.findByText('Goal reopened');
    expect(screen.queryByText(/took back/)).toBeNull();
    expect(await screen.findByText('No due date')).toBeVisible();
    expect(screen.queryByText(/Not done/)).toBeNull();
  });

  // spec: 6.18
  it('are deleted after a question', async () => {
    let list = [ended()];
    serveGoals({
      [ENDED]: () => json(list),
      'DELETE /api/goals/{goal_id}': () => {
        list = [];
        return noContent();
      },
    });
    const user = open();
    await user.click(await screen.findByText('Not done (1)'));
    await user.click(screen.getByRole('button', { name: 'Actions for Spelling list' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Delete Goal' }));
    await screen.findByText('Goal deleted');
    await waitFor(() => {
      expect(screen.queryByText(/Not done/)).toBeNull();
    });
  });

  // spec: 7.18
  it('are open when the address names one', async () => {
    serveGoals({ [ENDED]: () => json([ended()]), [RECORD]: () => json([]) });
    openAt('/teacher/student/s1/goals?goal=e1');
    expect(await screen.findByText('Nothing was sent so far.')).toBeVisible();
  });
});
