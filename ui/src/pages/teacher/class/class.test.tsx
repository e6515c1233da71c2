import { act, cleanup, screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { describe, expect, it, vi } from 'vitest';

import { studentKeys } from '@/api/keys';
import { pastedList } from '@/features/roster/pasted-list';
import { buildClassroom, buildStudentStats, buildTeacherUser } from '@/testing/builders';
import { type Handlers, json, noContent, errorResponse, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';
import { buildAuthConfig } from '@/testing/server-builders';

import ClassPage from './class';

const classroom = buildClassroom({ name: 'Room 12 Homeroom' });

function statsOf(id: string, firstName: string, goalbucks: number, lastGoalName: string | null) {
  const username = firstName.toLowerCase();
  const goals = { goalsCompleted: 2, lastGoalName, currentGoals: 3 };
  return buildStudentStats({ id, firstName, username, goalbucks, ...goals });
}

const amara = statsOf('s1', 'Amara', 1240, 'Spelling list 14');
const students = [amara, statsOf('s2', 'Emma', 65, null)];

const CLASS = 'GET /api/classrooms/single/c1';
const STATS = 'GET /api/classrooms/c1/students/stats';
const SIGNED_IN = 'GET /api/classrooms/c1/signed-in';

const inOneHour = (studentId: string) => ({
  studentId,
  endsAt: new Date(Date.now() + 3_600_000).toISOString(),
});

function show(handlers: Handlers = {}) {
  const calls = serve({
    [CLASS]: () => json(classroom),
    [STATS]: () => json(students),
    [SIGNED_IN]: () => json([]),
    'GET /api/classrooms/c1/login-cards': () => json([]),
    'GET /api/classrooms/c1/locked': () => json([]),
    'GET /api/goalbucks/awards/recent/t1': () => json([]),
    'GET /api/goals/teacher/t1/names': () => json([]),
    'GET /api/classrooms/c1/groups': () => json([]),
    'GET /api/auth/config': () => json(buildAuthConfig()),
    'GET /api/classrooms': () => json([classroom]),
    ...handlers,
  });
  const { user, queryClient } = render(
    <Routes>
      <Route path="/teacher/class/:classId" element={<ClassPage />} />
      <Route path="/teacher/classes" element={<p>All classes</p>} />
      <Route path="/teacher/class/:classId/import" element={<p>Import students</p>} />
    </Routes>,
    { path: '/teacher/class/c1', signedInAs: buildTeacherUser() },
  );
  return { user, calls, client: queryClient };
}

const cellsOf = async (name: string) =>
  within(await screen.findByRole('row', { name: new RegExp(name) })).getAllByRole('cell');

describe('the class dashboard', () => {
  // spec: 4.6
  it('loads with a message for screen readers', () => {
    show({ [STATS]: () => new Promise(() => undefined) });
    expect(screen.getByRole('status')).toHaveTextContent('Loading class dashboard...');
  });

  // spec: 4.4, 4.5
  it('shows name, grade level, class code and each student', async () => {
    show();
    expect(await screen.findByRole('heading', { name: 'Room 12 Homeroom' })).toBeVisible();
    expect(screen.getByText('5th Grade')).toBeVisible();
    expect(screen.getByText('K7M4QX')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Connect students' })).toHaveAttribute(
      'href',
      '/teacher/connect?class=c1',
    );
    const [, name, redeemed, balance, last] = await cellsOf('Amara');
    expect(name).toHaveTextContent('Amara Okafor @amara');
    expect(redeemed).toHaveTextContent('2');
    expect(balance).toHaveTextContent('1,240 GoalBucks');
    expect(last).toHaveTextContent('Spelling list 14');
    expect((await cellsOf('Emma'))[4]).toHaveTextContent('None');
    for (const link of ['View Goals of Amara Okafor', 'Amara Okafor']) {
      expect(screen.getByRole('link', { name: link })).toHaveAttribute('href', '/teacher/student/s1/goals');
    }
    expect((await cellsOf('Amara'))[5]).toHaveTextContent('3View Goals');
  });

  // spec: 4.6, 6.3
  it('without students says so and offers to add them', async () => {
    const { user } = show({ [STATS]: () => json([]) });
    expect(await screen.findByText('No students in this class yet')).toBeVisible();
    expect(screen.getByRole('button', { name: /Bulk Add Goal/ })).toBeDisabled();
    expect(screen.getByRole('link', { name: 'Import a Class List' })).toHaveAttribute(
      'href',
      '/teacher/class/c1/import',
    );
    await user.click(screen.getAllByRole('button', { name: 'Manage Students' })[1] ?? document.body);
    expect(screen.getByRole('dialog')).toHaveAccessibleName('Manage Students');
  });

  // spec: 5.8, 5.15
  it('leads to the import, from its menu and with a list that is pasted into Manage Students', async () => {
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'More for this class' }));
    expect(screen.getByRole('menuitem', { name: 'Import a List' })).toBeVisible();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Manage Students' }));
    await user.paste('Mia Rossi\nNia Bell');
    expect(await screen.findByText('Import students')).toBeVisible();
    expect(pastedList.get()).toBe('Mia Rossi\nNia Bell');
    pastedList.set(null);
  });

  // spec: 4.6
  it('of an unknown class says that it was not found', async () => {
    show({ [CLASS]: () => errorResponse(404, 'No.'), [STATS]: () => errorResponse(404, 'No.') });
    expect(await screen.findByRole('heading', { name: 'Class not found' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'See all classes' })).toHaveAttribute('href', '/teacher/classes');
  });

  // spec: 3.10
  it('whose students did not load offers to try again', async () => {
    const answers = [() => errorResponse(500, 'No.'), () => json(students)];
    const { user } = show({ [STATS]: () => answers.shift()?.() ?? json([]) });
    expect(await screen.findByText("The students didn't load")).toBeVisible();
    expect(screen.getByRole('button', { name: 'Manage Students' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await cellsOf('Amara')).toHaveLength(7);
  });
});

describe('a student who is away', () => {
  const away = { ...statsOf('s3', 'Noor', 40, null), awaySince: '2026-10-02T08:00:00Z' };

  // spec: 5.18
  it('stands below the table, and is neither counted nor ticked with all', async () => {
    const { user } = show({ [STATS]: () => json([...students, away]) });
    const list = within(await screen.findByRole('region', { name: 'Away' }));
    expect(list.getByRole('link', { name: 'Noor Okafor' })).toBeVisible();
    expect(screen.queryByRole('row', { name: /Noor/ })).not.toBeInTheDocument();
    expect(await screen.findByText('0 of 2 signed in')).toBeVisible();
    const [all] = screen.getAllByRole('checkbox', { name: 'Select all students' });
    await user.click(all ?? document.body);
    expect(screen.getByRole('button', { name: 'Bulk Add Goal (2)' })).toBeVisible();
  });

  // spec: 5.18
  it('comes back by one press', async () => {
    const { user, calls } = show({
      [STATS]: () => json([...students, away]),
      'PUT /api/students/s3/away': () => json(away),
    });
    await user.click(await screen.findByRole('button', { name: 'Noor Okafor is back' }));
    expect(await screen.findByText('Noor Okafor is back', { selector: '.toast *' })).toBeVisible();
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ away: false });
  });

  // spec: 5.18
  it('is no reason to say that the class has no students', async () => {
    show({ [STATS]: () => json([away]) });
    expect(await screen.findByRole('region', { name: 'Away' })).toBeVisible();
    expect(screen.queryByText('No students in this class yet')).not.toBeInTheDocument();
  });
});

describe('who is signed in', () => {
  // spec: 4.7
  it('is counted, and marked at the names; an event keeps it up to date', async () => {
    let present = [inOneHour('s2')];
    const { client } = show({ [SIGNED_IN]: () => json(present) });
    expect(await screen.findByText('1 of 2 signed in')).toBeVisible();
    expect((await cellsOf('Emma'))[1]).toHaveTextContent('Emma Okafor (signed in) @emma');
    expect((await cellsOf('Amara'))[1]).not.toHaveTextContent('signed in');
    present = [];
    await act(() => client.invalidateQueries({ queryKey: studentKeys.signedIn('c1') }));
    expect(await screen.findByText('0 of 2 signed in')).toBeVisible();
  });

  it('is not said of a class without students, and nothing is wrong where it does not load', async () => {
    show({ [STATS]: () => json([]) });
    expect(await screen.findByText('No students in this class yet')).toBeVisible();
    expect(screen.queryByText(/signed in$/)).toBeNull();
    cleanup();
    show({ [SIGNED_IN]: () => errorResponse(500, 'No.') });
    expect(await cellsOf('Amara')).toHaveLength(7);
    expect(screen.queryByText(/signed in$/)).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('on a phone', () => {
  const buttons = async () => {
    await screen.findByRole('heading', { name: 'Room 12 Homeroom' });
    const named = screen.getAllByRole('button', { name: /^(Delete Class|Manage Students|Bulk Add Goal)/ });
    return named.map(({ textContent }) => textContent);
  };

  // spec: 4.4
  it('deleting the class is in its menu, last; elsewhere the main action is last', async () => {
    const { user } = show();
    expect(await buttons()).toEqual(['Delete Class', 'Manage Students', 'Bulk Add Goal (0)']);
    vi.stubGlobal('innerWidth', 390);
    act(() => {
      dispatchEvent(new Event('resize'));
    });
    expect(await buttons()).toEqual(['Bulk Add Goal (0)', 'Manage Students']);
    await user.click(screen.getByRole('button', { name: 'More for this class' }));
    await screen.findByRole('menu');
    expect(screen.getAllByRole('menuitem').at(-1)).toHaveTextContent('Delete Class');
    await user.keyboard('{End}{Enter}');
    expect(await screen.findByRole('alertdialog')).toHaveAccessibleName('Delete Class');
  });
});

describe('what is done on the dashboard', () => {
  it('counts the selected students, and clears them once the goal is assigned', async () => {
    const { user, calls } = show({
      'POST /api/goals/bulk': () => json({ count: 1, assignmentId: 'a1' }, 201),
    });
    await user.click(await screen.findByRole('checkbox', { name: 'Select Emma Okafor' }));
    const bar = within(screen.getByRole('group', { name: 'Selected students' }));
    expect(bar.getByText('of 2 selected', { exact: false })).toHaveTextContent('1 of 2 selected');
    expect(bar.getByRole('button', { name: 'Assign Goal' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Bulk Add Goal (1)' }));
    await user.keyboard('Read{Tab}25{Enter}');
    expect(await screen.findByText('Goals assigned!')).toBeVisible();
    expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ studentIds: ['s2'] });
    expect(await screen.findByRole('button', { name: 'Bulk Add Goal (0)' })).toHaveFocus();
  });

  it('awards goalbucks to the selected students, and clears them then', async () => {
    const { user, calls } = show({
      'POST /api/goalbucks/award': () => json({ count: 1, assignmentId: 'a1' }, 201),
    });
    await user.click(await screen.findByRole('checkbox', { name: 'Select Emma Okafor' }));
    await user.click(screen.getByRole('button', { name: 'Award GoalBucks' }));
    await user.keyboard('10{Tab}Teamwork{Enter}');
    expect(await screen.findByText('GoalBucks awarded!')).toBeVisible();
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      classroomId: 'c1',
      studentIds: ['s2'],
      amount: 10,
      reason: 'Teamwork',
    });
    expect(screen.getByRole('button', { name: 'Bulk Add Goal (0)' })).toBeVisible();
    expect(screen.queryByRole('group', { name: 'Selected students' })).toBeNull();
  });

  it('awards goalbucks to the whole class when nobody was selected', async () => {
    const { user, calls } = show({
      'POST /api/goalbucks/award': () => json({ count: 2, assignmentId: 'a1' }, 201),
    });
    await user.click(await screen.findByRole('button', { name: 'Award GoalBucks' }));
    await user.click(screen.getByRole('button', { name: 'Select all 2 students' }));
    await user.type(screen.getByLabelText('GoalBucks for each'), '10');
    await user.type(screen.getByLabelText('Reason'), 'Teamwork{Enter}');
    expect(await screen.findByText('GoalBucks awarded!')).toBeVisible();
    expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ studentIds: ['s1', 's2'] });
  });

  // spec: 1.2, 5.10
  it('a deleted student goes from the list and from the selection', async () => {
    let left = students;
    const { user } = show({
      [STATS]: () => json(left),
      'DELETE /api/students/s1': () => {
        left = students.slice(1);
        return noContent();
      },
    });
    await user.click(await screen.findByRole('checkbox', { name: 'Select Amara Okafor' }));
    await user.click(screen.getByRole('button', { name: 'Delete Amara Okafor' }));
    await user.click(await screen.findByRole('button', { name: 'Delete Student' }));
    expect(await screen.findByText('Student deleted')).toBeVisible();
    expect(screen.queryByText('Amara Okafor')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Bulk Add Goal (0)' })).toBeVisible();
    await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Delete Emma Okafor');
  });

  it('a student moved to another class goes from the list, and the focus to the next', async () => {
    let left = students;
    const other = { ...classroom, id: 'c2', name: 'Math 101' };
    const { user, calls } = show({
      [STATS]: () => json(left),
      'GET /api/classrooms': () => json([classroom, other]),
      'PUT /api/students/s1/classroom': () => {
        left = students.slice(1);
        return json({ ...amara, classroomId: 'c2' });
      },
    });
    await user.click(await screen.findByRole('button', { name: 'More for Amara Okafor' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Move to Another Class' }));
    expect(await screen.findByLabelText('New class')).toHaveDisplayValue('Math 101');
    await user.click(screen.getByRole('button', { name: 'Move Student' }));
    expect(await screen.findByText('Student moved')).toBeVisible();
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ classroomId: 'c2' });
    expect(screen.queryByText('Amara Okafor')).not.toBeInTheDocument();
    await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('More for Emma Okafor');
  });

  // spec: 5.19
  it('ticked students are moved and go from the list, and the count of the others has the focus', async () => {
    let left = students;
    const { user, calls } = show({
      [STATS]: () => json(left),
      'GET /api/classrooms': () => json([classroom, { ...classroom, id: 'c2', name: 'Math 101' }]),
      'POST /api/classrooms/c2/students/move': () => {
        left = students.slice(1);
        return json({ count: 1 });
      },
    });
    await user.click(await screen.findByRole('checkbox', { name: 'Select Amara Okafor' }));
    await user.click(await screen.findByRole('button', { name: 'Move to Another Class' }));
    await user.click(await screen.findByRole('button', { name: 'Move 1 Student' }));
    expect(await screen.findByText('1 student moved')).toBeVisible();
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ studentIds: ['s1'] });
    expect(screen.queryByText('Amara Okafor')).not.toBeInTheDocument();
    expect(screen.queryByRole('group', { name: 'Selected students' })).not.toBeInTheDocument();
    await expect.poll(() => document.activeElement?.textContent).toBe('1 student');
  });

  it('with one class nobody can be moved', async () => {
    const { user } = show();
    await user.click(await screen.findByRole('checkbox', { name: 'Select Amara Okafor' }));
    expect(screen.getByRole('group', { name: 'Selected students' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Move to Another Class' })).not.toBeInTheDocument();
  });

  it('a changed name of the class stands on the dashboard at once', async () => {
    let present = classroom;
    const { user } = show({
      [CLASS]: () => json(present),
      'PUT /api/classrooms/c1': () => json((present = { ...classroom, name: 'Room 13' })),
    });
    await user.click(await screen.findByRole('button', { name: 'More for this class' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Edit Class' }));
    await user.type(await screen.findByLabelText('Class Name'), '3{Enter}');
    expect(await screen.findByRole('heading', { name: 'Room 13' })).toBeVisible();
  });

  // spec: 4.9
  it('a deleted class leads to the list of classes', async () => {
    const { user } = show({ 'DELETE /api/classrooms/c1': noContent });
    await user.click(await screen.findByRole('button', { name: 'Delete Class' }));
    await user.keyboard('Room 12 Homeroom{Enter}');
    expect(await screen.findByText('All classes')).toBeVisible();
    expect(screen.getByText('Class deleted')).toBeVisible();
  });
});
