import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { goalKeys, studentKeys } from '@/api/keys';
import { json, noContent, errorResponse } from '@/testing/fake-server';
import { buildErasure } from '@/testing/server-builders';

import {
  COMPLETED,
  CURRENT,
  LEDGER,
  goal,
  open,
  openWithClient,
  serveGoals,
  student,
} from './student-test-utils';

const total = (label: string) =>
  within(screen.getByText(label, { selector: 'dt' }).parentElement ?? document.body);

describe("a student's goals", () => {
  // spec: 6.11
  it('say whose they are and where they stand', async () => {
    serveGoals();
    open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Amara Okafor' })).toBeVisible();
    expect(screen.getByText('@amara.o')).toBeVisible();
    const crumb = await screen.findByRole('link', { name: 'Room 12 Homeroom' });
    expect(crumb).toHaveAttribute('href', '/teacher/class/c1');
    expect(screen.getByText('Student Goals')).toHaveAttribute('aria-current', 'page');
  });

  // spec: 6.11
  it('count and add up all that is completed, not only what is listed', async () => {
    serveGoals();
    open();
    expect(await screen.findByText('1,440')).toBeVisible();
    expect(total('Goals Completed').getByText('1,440')).toBeVisible();
    expect(total('Total GoalBucks').getByText(/7,200/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Show more (1,390 left)' })).toBeVisible();
  });

  // spec: 6.11, 11.8
  it('list the last 50 completed ones, and more when asked', async () => {
    serveGoals();
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Show more (1,390 left)' }));
    expect(await screen.findByText('Goal 1341')).toBeVisible();
    expect(screen.getByText('Goal 1440')).toBeVisible();
    expect(screen.getByText('Goal 1390').closest('li')).toHaveFocus();
    expect(screen.getByRole('button', { name: 'Show more (1,340 left)' })).toBeVisible();
  });

  // spec: 6.11
  it('mark the current one whose proof waits for a review', async () => {
    serveGoals();
    open();
    const badge = await screen.findByText('Pending Review');
    expect(badge.closest('li')).toHaveTextContent('Goal 2000');
  });

  // spec: 6.11
  it('are empty at first, and offer to assign one', async () => {
    serveGoals({ [CURRENT]: () => json([]), [COMPLETED]: () => json([]) });
    const user = open();
    expect(await screen.findByText('No current goals')).toBeVisible();
    expect(await screen.findByText('No completed goals yet.')).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: 'Assign Goal' })[1] ?? document.body);
    expect(screen.getByRole('dialog', { name: 'Assign Goal' })).toHaveTextContent('For Amara Okafor.');
  });

  it('that fail to load offer another try, each list by itself', async () => {
    serveGoals({ [CURRENT]: () => errorResponse(500, 'It broke.') });
    const user = open();
    expect(await screen.findByText("The current goals didn't load")).toBeVisible();
    expect(await screen.findByText('Goal 1440')).toBeVisible();
    serveGoals();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Goal 2000')).toBeVisible();
  });

  it('stand beside the balance, which can be corrected', async () => {
    serveGoals();
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Correct balance' }));
    expect(total('Balance').getByText(/240/)).toBeVisible();
    expect(total('Balance').getByText(/less purchases and gifts to class goals$/)).toBeVisible();
    expect(screen.getByRole('dialog', { name: 'Correct Balance' })).toHaveTextContent('Of Amara Okafor.');
  });

  it('stand before the history, which is asked for when its tab is opened', async () => {
    const asked: string[] = [];
    serveGoals({
      [LEDGER]: () => {
        asked.push('ledger');
        return json([]);
      },
    });
    const user = open();
    expect(await screen.findByText('Goal 2000')).toBeVisible();
    expect(asked).toEqual([]);
    await user.click(screen.getByRole('tab', { name: 'GoalBucks History' }));
    expect(
      await screen.findByText('Whatever changes the balance stands here, with its reason.'),
    ).toBeVisible();
    expect(asked).toEqual(['ledger']);
    expect(screen.queryByText('Goal 2000')).toBeNull();
  });

  it('that are current can be completed, edited and deleted; completed ones reopened', async () => {
    serveGoals();
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Actions for Goal 2000' }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Complete',
      'Edit',
      'Delete',
    ]);
    await user.click(screen.getByRole('menuitem', { name: 'Complete' }));
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(
      'The submission that waits for your review',
    );
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'Reopen Goal 1440' }));
    expect(await screen.findByRole('alertdialog', { name: 'Reopen Goal' })).toBeVisible();
  });

  it('are completed as they stand now, though edited elsewhere since the question was asked', async () => {
    const edited = { ...goal(2001, 'current') };
    serveGoals({ [CURRENT]: () => json([edited]) });
    const { user, client } = openWithClient();
    await user.click(await screen.findByRole('button', { name: 'Actions for Goal 2001' }));
    await user.click(screen.getByRole('menuitem', { name: 'Complete' }));
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('5 GoalBucks');
    edited.goalbucks = 50;
    await client.invalidateQueries({ queryKey: goalKeys.current('s1') });
    await waitFor(() => {
      expect(screen.getByRole('alertdialog')).toHaveTextContent('50 GoalBucks');
    });
  });

  it('go from the list once they are done, and the focus goes to the next', async () => {
    const current = [goal(2000, 'current'), goal(2001, 'current')];
    serveGoals({
      [CURRENT]: () => json(current),
      'DELETE /api/goals/g2000': () => {
        current.shift();
        return noContent();
      },
    });
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Actions for Goal 2000' }));
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Delete Goal' }));
    expect(await screen.findByText('Goal deleted')).toBeVisible();
    await waitFor(() => {
      expect(screen.queryByText('Goal 2000')).toBeNull();
    });
    expect(screen.getByRole('button', { name: 'Actions for Goal 2001' })).toHaveFocus();
  });

  it('go with a student who is erased: the question outlasts the page, and then the class is shown', async () => {
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    let gone = false;
    serveGoals({
      'GET /api/students/s1': () => (gone ? errorResponse(404, 'Gone.') : json(student)),
      'POST /api/students/s1/erase': async () => {
        gone = true;
        await finished;
        return json(buildErasure({ backupsRewritten: 1 }));
      },
    });
    const { user, client } = openWithClient();
    await user.click(await screen.findByRole('button', { name: 'More for Amara Okafor' }));
    await user.click(screen.getByRole('menuitem', { name: 'Erase Student...' }));
    await user.type(await screen.findByLabelText('Type Amara Okafor to confirm'), 'Amara Okafor{Enter}');
    await client.invalidateQueries({ queryKey: studentKeys.detail('s1') });
    expect(
      await screen.findByRole('heading', { name: 'Student not found', hidden: true }),
    ).toBeInTheDocument();
    expect(screen.getByRole('alertdialog', { name: 'Erase Student' })).toBeVisible();
    finish();
    expect(await screen.findByText('Student erased')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'The class' })).toBeVisible();
  });

  // spec: 6.11
  it('of nobody: "Student not found"', async () => {
    serveGoals({ 'GET /api/students/s1': () => errorResponse(404, 'Gone.', { code: 'not_found' }) });
    open();
    expect(await screen.findByRole('heading', { name: 'Student not found' })).toBeVisible();
    await waitFor(() => {
      expect(document.title).toBe('Student not found - GoalBucks');
    });
  });
});
