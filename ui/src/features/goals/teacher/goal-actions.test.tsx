import { screen, within } from '@testing-library/react';
import type userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';

import type { Goal } from '@/api/types';
import { buildGoal } from '@/testing/builders';
import { type Handlers, json, noContent, errorResponse, serve, slowly } from '@/testing/fake-server';
import { render } from '@/testing/render';

import { CompletedGoalActions, CurrentGoalActions, GoalActionDialogs, useGoalAction } from './goal-actions';

const goal = buildGoal({ name: 'Spelling list', dueDate: '2020-01-31', overdue: true });

type Situation = {
  status?: Goal['status'];
  waiting?: boolean;
  balance?: number;
  /** The goals that the lists contain. */
  goals?: Goal[];
};

function Row({ status = 'current', waiting = false, balance = 240, goals = [goal] }: Situation) {
  const actions = useGoalAction(goals);
  const Actions = status === 'current' ? CurrentGoalActions : CompletedGoalActions;
  return (
    <>
      <Actions goal={{ ...goal, status }} onChoose={actions.choose} />
      <GoalActionDialogs
        actions={actions}
        studentName="Amara Okafor"
        balance={balance}
        isWaiting={() => waiting}
      />
    </>
  );
}

function show(situation: Situation, handlers: Handlers = {}) {
  const calls = serve(handlers);
  const { rerender, user } = render(<Row {...situation} />);
  const listed = (...goals: Goal[]) => {
    rerender(<Row {...situation} goals={goals} />);
  };
  return { user, calls, listed };
}

type User = ReturnType<typeof userEvent.setup>;

async function choose(user: User, action: string) {
  await user.click(screen.getByRole('button', { name: 'Actions for Spelling list' }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
}

const question = async () => within(await screen.findByRole('alertdialog'));
const MOVED_ON = () => errorResponse(409, 'This goal is already completed.');

describe('completing a goal', () => {
  it('asks first, says that it pays without proof, pays once and says how much', async () => {
    const { user, calls } = show({}, { 'POST /api/goals/g1/complete': () => slowly(json(goal)) });
    await choose(user, 'Complete');
    const asked = await question();
    expect(screen.getByRole('alertdialog')).toHaveTextContent(
      'This completes Spelling list and gives Amara Okafor 25 GoalBucks, without proof.',
    );
    expect(calls).toEqual([]);
    await user.dblClick(asked.getByRole('button', { name: 'Complete Goal' }));
    expect(await screen.findByText('Goal completed')).toBeVisible();
    expect(screen.getByText('Successfully credited 25 GoalBucks')).toBeVisible();
    expect(calls).toHaveLength(1);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('asks about the goal as it stands now, and as it was chosen when it has gone', async () => {
    const { user, listed } = show({});
    await choose(user, 'Complete');
    await question();
    listed({ ...goal, name: 'Spelling lists', goalbucks: 50 });
    expect(screen.getByRole('alertdialog')).toHaveTextContent(
      'This completes Spelling lists and gives Amara Okafor 50 GoalBucks, without proof.',
    );
    listed();
    expect(screen.getByRole('alertdialog')).toHaveTextContent('This completes Spelling list');
  });

  it('says how much was paid, not how much was asked about', async () => {
    const { user } = show({}, { 'POST /api/goals/g1/complete': () => json({ ...goal, goalbucks: 50 }) });
    await choose(user, 'Complete');
    await user.click((await question()).getByRole('button', { name: 'Complete Goal' }));
    expect(await screen.findByText('Successfully credited 50 GoalBucks')).toBeVisible();
  });

  it('says that a pending submission is approved with it', async () => {
    const { user } = show({ waiting: true });
    await choose(user, 'Complete');
    await question();
    expect(screen.getByRole('alertdialog')).toHaveAccessibleDescription(
      /The submission that waits for your review is approved with it\.$/,
    );
  });

  it('that has completed meanwhile says so and closes the question', async () => {
    const { user } = show({}, { 'POST /api/goals/g1/complete': MOVED_ON });
    await choose(user, 'Complete');
    await user.click((await question()).getByRole('button', { name: 'Complete Goal' }));
    expect(
      await screen.findByText('Failed to complete goal. Please try again.', { selector: '.toast *' }),
    ).toBeVisible();
    expect(screen.getByText('This goal is already completed.')).toBeVisible();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('keeps the question when the class computer is away', async () => {
    const { user } = show(
      {},
      { 'POST /api/goals/g1/complete': () => Promise.reject(new TypeError('Failed')) },
    );
    await choose(user, 'Complete');
    await user.click((await question()).getByRole('button', { name: 'Complete Goal' }));
    expect(
      await screen.findByText('Failed to complete goal. Please try again.', { selector: '.toast *' }),
    ).toBeVisible();
    expect(screen.getByRole('alertdialog')).toBeVisible();
  });

  it('works by keyboard, and the focus returns to the menu', async () => {
    const { user } = show({});
    await user.tab();
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('menuitem', { name: 'Complete' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect((await question()).getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Actions for Spelling list' })).toHaveFocus();
  });
});

describe('editing a goal', () => {
  it('starts with what the goal says and sends what is changed', async () => {
    const { user, calls } = show({}, { 'PUT /api/goals/g1': () => json(goal) });
    await choose(user, 'Edit');
    expect(await screen.findByLabelText('Goal name')).toHaveValue('Spelling list');
    expect(screen.getByLabelText('GoalBucks')).toHaveValue(25);
    expect(screen.getByLabelText(/^Due date/)).toHaveValue('2020-01-31');
    expect(screen.queryByText(/This day is over/)).toBeNull();
    await user.clear(screen.getByLabelText('GoalBucks'));
    await user.type(screen.getByLabelText('GoalBucks'), '30{Enter}');
    expect(await screen.findByText('Goal updated')).toBeVisible();
    expect(calls[0]?.body).toEqual({
      name: 'Spelling list',
      goalbucks: 30,
      dueDate: '2020-01-31',
      details: null,
      picture: null,
    });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('can take the due date away', async () => {
    const { user, calls } = show({}, { 'PUT /api/goals/g1': () => json(goal) });
    await choose(user, 'Edit');
    await user.clear(await screen.findByLabelText(/^Due date/));
    await user.click(screen.getByRole('button', { name: 'Save Goal' }));
    expect(await screen.findByText('Goal updated')).toBeVisible();
    expect(calls[0]?.body).toMatchObject({ dueDate: null });
  });

  it('that has paid meanwhile says so and keeps what was typed', async () => {
    const { user } = show({}, { 'PUT /api/goals/g1': MOVED_ON });
    await choose(user, 'Edit');
    await user.type(await screen.findByLabelText('Goal name'), ' 2{Enter}');
    expect(
      await screen.findByText('Failed to update goal. Please try again.', { selector: '.toast *' }),
    ).toBeVisible();
    expect(
      await screen.findByText('This goal is already completed.', { selector: '[role=alert] *' }),
    ).toBeVisible();
    expect(screen.getByLabelText('Goal name')).toHaveValue('Spelling list 2');
  });
});

describe('deleting a goal', () => {
  it('asks first and says that its submissions go too', async () => {
    const { user, calls } = show({}, { 'DELETE /api/goals/g1': noContent });
    await choose(user, 'Delete');
    const asked = await question();
    expect(screen.getByRole('alertdialog')).toHaveAccessibleDescription(
      "This deletes Spelling list of Amara Okafor and removes everything submitted for it. It can't be undone.",
    );
    expect(calls).toEqual([]);
    await user.click(asked.getByRole('button', { name: 'Delete Goal' }));
    expect(await screen.findByText('Goal deleted')).toBeVisible();
  });

  it('that has paid meanwhile says so', async () => {
    const { user } = show({}, { 'DELETE /api/goals/g1': MOVED_ON });
    await choose(user, 'Delete');
    await user.click((await question()).getByRole('button', { name: 'Delete Goal' }));
    expect(
      await screen.findByText('Failed to delete goal. Please try again.', { selector: '.toast *' }),
    ).toBeVisible();
    expect(screen.getByText('This goal is already completed.')).toBeVisible();
  });

  it('that has gone already, as after a lost answer, says deleted and closes', async () => {
    const { user } = show({}, { 'DELETE /api/goals/g1': () => errorResponse(404, 'Not found.') });
    await choose(user, 'Delete');
    await user.click((await question()).getByRole('button', { name: 'Delete Goal' }));
    expect(await screen.findByText('Goal deleted')).toBeVisible();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});

describe('reopening a goal', () => {
  const reopen = async (user: User) => {
    await user.click(screen.getByRole('button', { name: 'Reopen Spelling list' }));
    return question();
  };

  it('asks first, says how much is taken back, and takes it', async () => {
    const { user } = show({ status: 'completed' }, { 'POST /api/goals/g1/reopen': () => json(goal) });
    const asked = await reopen(user);
    expect(screen.getByRole('alertdialog')).toHaveTextContent(
      /This takes 25 GoalBucks back from Amara Okafor, and Spelling list is a current goal again\./,
    );
    expect(asked.queryByText(/The balance falls/)).toBeNull();
    await user.click(asked.getByRole('button', { name: 'Reopen Goal' }));
    expect(await screen.findByText('Goal reopened')).toBeVisible();
    expect(screen.getByText('Successfully took back 25 GoalBucks')).toBeVisible();
  });

  it('says so when the balance falls below zero', async () => {
    const { user } = show({ status: 'completed', balance: 10 });
    const asked = await reopen(user);
    expect(asked.getByText(/^The balance falls to -15: purchases wait/)).toBeVisible();
  });
});
