import { screen, within } from '@testing-library/react';
import type userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';

import type { AssignedGoal } from '@/api/types';
import { goal, GOALS, ids, names, show } from '@/pages/teacher/across-classes-test-utils';
import { buildAssignedGoal, buildGoal } from '@/testing/builders';
import { json, noContent, errorResponse } from '@/testing/fake-server';

import GoalsPage from './goals';

/** A bulk goal of 30 students, two of whom are left to be listed. */
const bulk = goal(9, {
  assignmentId: 'a9',
  name: 'Read',
  studentId: null,
  studentNames: ['Amara Okafor', 'Chloé Roy'],
  total: 30,
  completed: 28,
});

function goalOfBulk(studentName: string, fields: Partial<AssignedGoal> = {}): AssignedGoal {
  const base = { id: studentName, studentId: 's7', studentName, assignmentId: 'a9', ...ids };
  return buildAssignedGoal({ ...base, name: 'Read', ...fields });
}

describe('a bulk goal under all goals', () => {
  const MENU = 'Actions for Read';
  const show30 = (handlers: Parameters<typeof show>[1] = {}) =>
    show(<GoalsPage />, { [GOALS]: () => json([bulk, goal(1)]), ...handlers });

  it('is one row that says how many are done, and lists its students when it is expanded', async () => {
    const { user } = show30({
      'GET /api/assignments/a9': () =>
        json([
          goalOfBulk('Amara Okafor', { name: 'Read more', goalbucks: 50 }),
          goalOfBulk('Chloé Roy', { classroomId: 'c2', className: 'Science Club' }),
          goalOfBulk('Ben Zimmer', { status: 'completed', completedAt: '2024-05-17T10:00:00Z' }),
        ]),
    });
    const toggle = await screen.findByRole('button', { name: '28 of 30 done: students of Read' });
    expect(screen.getByText('3 goals in all')).toBeVisible();
    expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await user.click(toggle);
    expect(toggle).toHaveAttribute('aria-expanded', 'true');
    const list = within(await screen.findByRole('list', { name: 'Students of Read' }));
    expect(list.getByRole('link', { name: 'View Goals of Amara Okafor' })).toHaveAttribute(
      'href',
      '/teacher/student/s7/goals',
    );
    expect(list.getByText('Read more')).toBeVisible();
    expect(list.getAllByRole('checkbox')).toHaveLength(2);
    expect(list.queryByRole('checkbox', { checked: true })).toBeNull();
    expect(list.getByText(/^Now in/)).toHaveTextContent('Now in Science Club');
    expect(list.getByText('on May 17, 2024')).toBeVisible();
    await user.click(toggle);
    expect(screen.queryByRole('list', { name: 'Students of Read' })).toBeNull();
  });

  it('is found by the name of any of its students', async () => {
    const others = Array.from({ length: 10 }, (_, index) => goal(index + 20));
    const { user } = show30({ [GOALS]: () => json([bulk, ...others]) });
    await user.type(await screen.findByRole('searchbox'), 'chloe');
    expect(names()).toEqual(['Read']);
  });

  it('has a menu, which the completed tab has not', async () => {
    const { user } = show30();
    expect(await screen.findByRole('button', { name: MENU })).toBeVisible();
    await user.click(screen.getByRole('tab', { name: 'Completed Goals' }));
    await screen.findByRole('table', { name: 'Completed goals' });
    expect(screen.queryByRole('button', { name: MENU })).toBeNull();
  });

  const askToDelete = async (handlers: Parameters<typeof show>[1]) => {
    const shown = show30(handlers);
    await shown.user.click(await screen.findByRole('button', { name: MENU }));
    await shown.user.click(screen.getByRole('menuitem', { name: 'Delete for everybody' }));
    const question = within(await screen.findByRole('alertdialog'));
    return { ...shown, question, confirm: question.getByRole('button', { name: 'Delete for everybody' }) };
  };
  const paid = { status: 'completed' as const, completedAt: '2024-05-17T10:00:00Z', changeable: false };

  it('is deleted for everybody after a question that counts what goes and what stays, as the toast does', async () => {
    const goals = [
      goalOfBulk('Amara Okafor'),
      goalOfBulk('Ben Zimmer', paid),
      goalOfBulk('Chloé Roy', { changeable: false }),
    ];
    const { user, calls, question, confirm } = await askToDelete({
      'GET /api/assignments/a9': () => json(goals),
      'DELETE /api/assignments/a9': () => json({ deleted: 1, kept: 2 }),
    });
    expect(await question.findByText(/^This deletes/)).toHaveTextContent(
      "This deletes Read of 1 student. It can't be undone.",
    );
    expect(question.getByText('2 goals stay: they have proof or are paid.')).toBeVisible();
    await user.click(confirm);
    expect(await screen.findByText('Goals deleted')).toBeVisible();
    expect(screen.getByText('1 goal deleted. 2 goals stay: they have proof or are paid.')).toBeVisible();
    expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  });

  it('whose students are listed is counted anew before it is deleted', async () => {
    const answers = [[goalOfBulk('Amara Okafor')], [goalOfBulk('Amara Okafor', { changeable: false })]];
    const { user } = show30({ 'GET /api/assignments/a9': () => json(answers.shift() ?? []) });
    await user.click(await screen.findByRole('button', { name: '28 of 30 done: students of Read' }));
    await screen.findByRole('list', { name: 'Students of Read' });
    await user.click(screen.getByRole('button', { name: MENU }));
    await user.click(screen.getByRole('menuitem', { name: 'Delete for everybody' }));
    const question = within(await screen.findByRole('alertdialog'));
    expect(await question.findByText('1 goal stays: it has proof or is paid.')).toBeVisible();
  });

  it('of which every goal has proof or is paid can’t be deleted', async () => {
    const { question, confirm } = await askToDelete({
      'GET /api/assignments/a9': () => json([goalOfBulk('Ben Zimmer', paid)]),
    });
    expect(await question.findByText('No goal can be deleted.')).toBeVisible();
    expect(question.getByText('1 goal stays: it has proof or is paid.')).toBeVisible();
    expect(confirm).toBeDisabled();
  });

  it('can’t be deleted before it is known how many goals go', async () => {
    const { user, question, confirm } = await askToDelete({
      'GET /api/assignments/a9': () => errorResponse(500, 'No.'),
    });
    expect(await question.findByText("The number of goals didn't load.")).toBeVisible();
    expect(confirm).toBeDisabled();
    await user.click(question.getByRole('button', { name: 'Try again' }));
    expect(confirm).toBeDisabled();
  });

  it('that is gone already is left out of the list', async () => {
    const { question, confirm } = await askToDelete({
      'GET /api/assignments/a9': () => errorResponse(404, 'Not found.'),
    });
    expect(await question.findByText('These goals have already been deleted.')).toBeVisible();
    expect(confirm).toBeDisabled();
  });

  it('is edited for everybody, and the toast counts what stays', async () => {
    const { user, calls } = show30({ 'PUT /api/assignments/a9': () => json({ changed: 29, kept: 1 }) });
    await user.click(await screen.findByRole('button', { name: MENU }));
    await user.click(screen.getByRole('menuitem', { name: 'Edit for everybody' }));
    await user.type(await screen.findByLabelText('Goal name'), ' aloud');
    await user.click(screen.getByRole('button', { name: 'Save for everybody' }));
    expect(await screen.findByText('Goals updated')).toBeVisible();
    expect(screen.getByText('29 goals changed. 1 goal stays: it has proof or is paid.')).toBeVisible();
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
      name: 'Read aloud',
      goalbucks: 25,
      dueDate: null,
      details: null,
      picture: null,
    });
  });
});

describe('a single goal under all goals', () => {
  const show1 = (handlers: Parameters<typeof show>[1] = {}) =>
    show(<GoalsPage />, { [GOALS]: () => json([goal(1, { dueDate: '2099-05-01' })]), ...handlers });
  const choose = async (user: ReturnType<typeof userEvent.setup>, action: string) => {
    await user.click(await screen.findByRole('button', { name: 'Actions for Goal 1, Emma Li' }));
    await user.click(screen.getByRole('menuitem', { name: action }));
  };

  it('is edited from its menu', async () => {
    const { user, calls } = show1({ 'PUT /api/goals/g1': () => json(buildGoal()) });
    await choose(user, 'Edit');
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Goal' }));
    expect(dialog.getByText('Emma Li')).toBeVisible();
    await user.type(dialog.getByLabelText('Goal name'), ' aloud');
    await user.click(dialog.getByRole('button', { name: 'Save Goal' }));
    expect(await screen.findByText('Goal updated')).toBeVisible();
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
      name: 'Goal 1 aloud',
      goalbucks: 25,
      dueDate: '2099-05-01',
      details: null,
      picture: null,
    });
  });

  it('is deleted from its menu after a question', async () => {
    const { user, calls } = show1({ 'DELETE /api/goals/g1': () => noContent() });
    await choose(user, 'Delete');
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete Goal' }));
    expect(question.getByText('Emma Li')).toBeVisible();
    await user.click(question.getByRole('button', { name: 'Delete Goal' }));
    expect(await screen.findByText('Goal deleted')).toBeVisible();
    expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  });

  it('of an assignment whose other goals were deleted is edited alone too', async () => {
    const left = goal(1, { assignmentId: 'a1' });
    const { user } = show1({ [GOALS]: () => json([left]) });
    await choose(user, 'Edit');
    expect(await screen.findByRole('dialog', { name: 'Edit Goal' })).toBeVisible();
  });
});
