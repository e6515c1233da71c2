import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { AssignedGoal } from '@/api/types';
import { goal, GOALS, ids, show } from '@/pages/teacher/across-classes-test-utils';
import { buildAssignedGoal } from '@/testing/builders';
import { errorResponse, type Handlers, json, slowly } from '@/testing/fake-server';

import GoalsPage from './goals';

const COMPLETE = 'POST /api/goals/complete';
const row = goal(9, { assignmentId: 'a9', name: 'Read', studentId: null, total: 4, completed: 1 });

function goalOf(studentName: string, fields: Partial<AssignedGoal> = {}): AssignedGoal {
  const base = { id: studentName, studentId: 's7', studentName, assignmentId: 'a9', ...ids, goalbucks: 2 };
  return buildAssignedGoal({ ...base, name: 'Read', ...fields });
}

const done = { status: 'completed' as const, completedAt: '2024-05-17T10:00:00Z' };
const goals = [
  goalOf('Amara'),
  goalOf('Ben', done),
  goalOf('Chloé'),
  goalOf('Diego', { submissionPending: true }),
];

async function expand(handlers: Handlers = {}, assigned: () => AssignedGoal[] = () => goals) {
  const shown = show(<GoalsPage />, {
    [GOALS]: () => json([row]),
    'GET /api/assignments/a9': () => json(assigned()),
    ...handlers,
  });
  await shown.user.click(await screen.findByRole('button', { name: '1 of 4 done: students of Read' }));
  await screen.findByRole('list', { name: 'Students of Read' });
  const sent = () => shown.calls.filter(({ method }) => method === 'POST');
  return { ...shown, sent };
}

const tickAll = () => screen.getByRole('checkbox', { name: 'Who has done it?' });
const box = (name: string) => screen.getByRole('checkbox', { name: new RegExp(`^${name}`) });
const markDone = (label: string) => screen.getByRole('button', { name: label });
const confirm = () => within(screen.getByRole('alertdialog')).getByRole('button', { name: /^Mark Done for/ });

// spec: 6.17
describe('marking a goal as done', () => {
  it('ticks nobody at first and has no box for who has done it', async () => {
    const { user } = await expand();
    expect(screen.queryByRole('checkbox', { checked: true })).toBeNull();
    expect(screen.queryByRole('checkbox', { name: /^Ben/ })).toBeNull();
    expect(screen.getByRole('link', { name: 'Ben' })).toBeVisible();
    expect(screen.getByText('proof waits')).toBeVisible();
    expect(screen.queryByRole('group', { name: 'Selected students' })).toBeNull();
    await user.click(tickAll());
    expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(4);
    await user.click(box('Chloé'));
    expect(tickAll()).toBePartiallyChecked();
    const bar = screen.getByRole('group', { name: 'Selected students' });
    expect(bar).toHaveTextContent('2 of 3 selected');
    expect(bar).toHaveTextContent('2 GoalBucks each. 1 waiting proof is approved too.');
  });

  it('asks once, sends the ticked goals once and clears the ticks', async () => {
    const { user, sent } = await expand({ [COMPLETE]: () => slowly(json({ count: 2 })) });
    await user.click(box('Amara'));
    await user.click(box('Diego'));
    await user.click(markDone('Mark Done for 2 Students'));
    expect(screen.getByRole('alertdialog')).toHaveAccessibleDescription(
      'This completes Read for 2 students. 2 GoalBucks each. 1 waiting proof is approved too.',
    );
    await user.dblClick(confirm());
    expect(await screen.findByText('Marked done for 2 students.')).toBeVisible();
    expect(sent().map(({ body }) => body)).toEqual([{ goalIds: ['Amara', 'Diego'] }]);
    await waitFor(() => {
      expect(screen.queryByRole('alertdialog')).toBeNull();
    });
    expect(tickAll()).toHaveFocus();
    expect(screen.queryByRole('checkbox', { checked: true })).toBeNull();
    expect(screen.queryByText(/No longer ticked/)).toBeNull();
  });

  it('names who changed meanwhile and keeps the other ticks', async () => {
    let assigned = goals;
    const { user } = await expand(
      {
        [COMPLETE]: () => {
          assigned = [goalOf('Amara', done), ...goals.slice(2)].filter(({ id }) => id !== 'Chloé');
          return errorResponse(409, 'This goal is already completed.');
        },
      },
      () => assigned,
    );
    await user.click(tickAll());
    await user.click(markDone('Mark Done for 3 Students'));
    await user.click(confirm());
    expect(await screen.findByText('Failed to complete goals. Please try again.')).toBeVisible();
    expect(screen.getByText('This goal is already completed.')).toBeVisible();
    expect(await screen.findByText(/No longer ticked/)).toHaveTextContent('deleted: Amara and Chloé');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(box('Diego')).toBeChecked();
    expect(markDone('Mark Done for 1 Student')).toBeVisible();
  });

  it('repeats a call whose response was lost with the same key', async () => {
    const answers = [
      () => Promise.reject(new TypeError('Failed to fetch')),
      () => Promise.resolve(json({ count: 1 })),
    ];
    const { user, sent } = await expand({
      [COMPLETE]: () => answers.shift()?.() ?? errorResponse(500, 'No.'),
    });
    await user.click(box('Amara'));
    await user.click(markDone('Mark Done for 1 Student'));
    await user.click(confirm());
    expect(await screen.findByText(/nobody knows yet whether it got the goals/)).toBeVisible();
    await user.click(confirm());
    expect(await screen.findByText('Marked done for 1 student.')).toBeVisible();
    const [first, second] = sent();
    expect(second?.key).toBe(first?.key);
  });

  it('asks no longer when the lost call was carried out, nor by itself when others are ticked', async () => {
    let assigned = goals;
    const { user, queryClient } = await expand(
      { [COMPLETE]: () => Promise.reject(new TypeError('Failed to fetch')) },
      () => assigned,
    );
    await user.click(box('Amara'));
    await user.click(markDone('Mark Done for 1 Student'));
    await user.click(confirm());
    await screen.findByText(/nobody knows yet/);
    assigned = [goalOf('Amara', done), ...goals.slice(1)];
    await act(() => queryClient.invalidateQueries());
    expect(await screen.findByText(/No longer ticked/)).toHaveTextContent('Amara');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await user.click(box('Diego'));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.queryByText(/No longer ticked/)).toBeNull();
  });

  it('adds up amounts that differ', async () => {
    const { user } = await expand({}, () => [goalOf('Amara'), goalOf('Chloé', { goalbucks: 1_000 })]);
    await user.click(tickAll());
    expect(screen.getByText('1,002 GoalBucks in all.')).toBeVisible();
  });

  it('ticks at most 500 goals', async () => {
    const many = Array.from({ length: 501 }, (_, index) => goalOf(`Student ${index}`));
    const { user } = await expand({}, () => many);
    await user.click(tickAll());
    expect(markDone('Mark Done for 500 Students')).toBeVisible();
    expect(tickAll()).toBePartiallyChecked();
    await user.click(tickAll());
    expect(screen.queryByRole('group', { name: 'Selected students' })).toBeNull();
  });
});
