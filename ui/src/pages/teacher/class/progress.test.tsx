import { screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { ClassProgress } from '@/api/types';
import { buildClassroom, buildStudentStats, buildTeacherUser } from '@/testing/builders';
import { errorResponse, type Handlers, json, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';
import { buildAuthConfig } from '@/testing/server-builders';

import ClassPage from './class';

const students = [
  buildStudentStats({ id: 's1', firstName: 'Amara', lastName: 'Okafor' }),
  buildStudentStats({ id: 's2', firstName: 'Emma', lastName: 'Li' }),
];
const sums = { goalsCompleted: 0, earned: 0, awards: 0, spent: 0 };
const PROGRESS = 'GET /api/classrooms/c1/progress';

const repeating = { repeatingGiven: 0, repeatingCompleted: 0 };

function buildProgress(given: Partial<ClassProgress> = {}): ClassProgress {
  return {
    from: '2025-10-06',
    to: '2025-10-13',
    weeks: [
      { ...sums, start: '2025-10-06', goalsCompleted: 3, earned: 60, spent: 10 },
      { ...sums, start: '2025-10-13', goalsCompleted: 1, earned: 1500, awards: 5 },
    ],
    students: [
      { ...sums, ...repeating, studentId: 's2' },
      { ...repeating, studentId: 's1', goalsCompleted: 4, earned: 1560, awards: 5, spent: 10 },
    ],
    noOpenGoal: [],
    overdue: [],
    waiting: [],
    ...given,
  };
}

function show(progress = buildProgress(), handlers: Handlers = {}, path = '/teacher/class/c1/progress') {
  const calls = serve({
    'GET /api/classrooms/single/c1': () => json(buildClassroom({ name: 'Room 12' })),
    'GET /api/classrooms/c1/students/stats': () => json(students),
    'GET /api/classrooms/c1/signed-in': () => json([]),
    'GET /api/classrooms/c1/login-cards': () => json([]),
    'GET /api/classrooms/c1/locked': () => json([]),
    'GET /api/classrooms/c1/groups': () => json([]),
    'GET /api/goals/teacher/t1/names': () => json([]),
    'GET /api/goalbucks/awards/recent/t1': () => json([]),
    'GET /api/auth/config': () => json(buildAuthConfig()),
    'GET /api/classrooms': () => json([buildClassroom({ name: 'Room 12' })]),
    'GET /api/classrooms/c1/terms': () =>
      json([{ id: 'fall', name: 'Fall', from: '2025-08-04', to: '2025-10-05' }]),
    [PROGRESS]: () => json(progress),
    ...handlers,
  });
  const { user } = render(
    <Routes>
      <Route path="/teacher/class/:classId/:tab?" element={<ClassPage />} />
    </Routes>,
    { path, signedInAs: buildTeacherUser() },
  );
  return { user, calls };
}

const table = (name: string) => screen.findByRole('table', { name });
const textsOf = (element: HTMLElement) =>
  within(element)
    .getAllByRole('row')
    .map((row) => row.textContent);

beforeEach(() => {
  localStorage.clear();
  vi.setSystemTime(new Date(2025, 9, 15, 12));
});
afterEach(() => {
  vi.useRealTimers();
});

// spec: 23.1, 23.2
describe('the progress of a class', () => {
  it('is a tab of the class page with an address of its own', async () => {
    const { user, calls } = show(buildProgress(), {}, '/teacher/class/c1');
    expect(await screen.findByRole('tab', { name: 'Students', selected: true })).toBeVisible();
    expect(calls.filter(({ path }) => path.endsWith('/progress'))).toHaveLength(0);
    await user.click(screen.getByRole('tab', { name: 'Progress' }));
    expect(await table('Goals completed per week')).toBeInTheDocument();
    await user.click(screen.getByRole('tab', { name: 'Students' }));
    expect(await screen.findByRole('link', { name: 'Amara Okafor' })).toBeVisible();
  });

  it('is not found with another last part of the address', async () => {
    show(buildProgress(), {}, '/teacher/class/c1/unknown');
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(/not found/i);
  });

  it('has its numbers in tables that screen readers read beside the charts', async () => {
    show();
    expect(textsOf(await table('Goals completed per week'))).toEqual([
      'Week fromGoals completed',
      'Oct 63',
      'Oct 13, so far1',
    ]);
    expect(textsOf(await table('GoalBucks per week'))).toEqual([
      'Week fromEarnedSpent',
      'Oct 66010',
      'Oct 13, so far1,5000',
    ]);
  });

  it('shows the tables in place of the charts after Show as Table, and remembers that', async () => {
    const { user } = show();
    const [button] = await screen.findAllByRole('button', { name: /^Show as Table/ });
    if (button) await user.click(button);
    expect(screen.getAllByRole('button', { name: /^Show as Chart/ })).toHaveLength(2);
    expect(localStorage.getItem('progress_as_table')).not.toBeNull();
  });

  it('sums up the weeks, with awards apart', async () => {
    show();
    const facts = await screen.findByRole('region', { name: 'In short' });
    expect(facts).toHaveTextContent('Goals completed4by 1 of 2 students');
    expect(facts).toHaveTextContent('GoalBucks earned1,560 GoalBucks+ 5 in awards');
    expect(facts).toHaveTextContent('GoalBucks spent10 GoalBucks');
  });

  it('lists the students by last name, whatever they completed', async () => {
    show();
    const rows = textsOf(await table('Each student'));
    expect(rows.slice(1).map((row) => row.slice(0, 4))).toEqual(['Emma', 'Amar']);
  });

  it('tells of goals that repeat how many were completed, once there are any', async () => {
    const amara = { ...sums, studentId: 's1', repeatingGiven: 36, repeatingCompleted: 31 };
    show(buildProgress({ students: [amara, { ...sums, ...repeating, studentId: 's2' }] }));
    const table = await screen.findByRole('table', { name: 'Each student' });
    expect(within(table).getByRole('columnheader', { name: /Of goals that repeat/ })).toBeVisible();
    expect(within(table).getByRole('row', { name: /Amara/ })).toHaveTextContent('31 of 36');
  });

  // spec: 24.4
  it('can be that of an earlier term, by its name, also in the reports', async () => {
    const { user, calls } = show(
      buildProgress({
        from: '2025-08-04',
        to: '2025-10-05',
        weeks: [{ ...sums, start: '2025-09-29', goalsCompleted: 3 }],
      }),
    );
    await screen.findByRole('option', { name: 'Fall' });
    await user.selectOptions(screen.getByLabelText('Time'), 'Fall');
    expect(await screen.findByText('August 4 to October 5')).toBeVisible();
    expect(screen.queryByText('This week so far')).toBeNull();
    const asked = calls.filter(({ path }) => path.endsWith('/progress'));
    expect(asked.map(({ query }) => query)).toEqual(['?time=8weeks', '?time=fall']);
    const reports = screen.getByRole('link', { name: 'Conference Reports' });
    expect(reports).toHaveAttribute('href', '/teacher/class/c1/reports?time=fall');
  });

  it('offers the term if nothing happened in eight weeks', async () => {
    const { user } = show(buildProgress({ weeks: [{ ...sums, start: '2025-10-13' }] }));
    expect(await screen.findByRole('heading', { name: 'Nothing in these weeks' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show This Term' }));
    expect(screen.getByLabelText('Time')).toHaveValue('term');
    expect(screen.queryByRole('button', { name: 'Show This Term' })).toBeNull();
  });

  it('can be tried again after an error', async () => {
    show(buildProgress(), { [PROGRESS]: () => errorResponse(500, 'internal') });
    expect(await screen.findByRole('heading', { name: "Progress didn't load" })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

// spec: 23.3
describe('the lists about now', () => {
  const goal = { goalId: 'g1', studentId: 's1', goalName: 'Read' };
  const sent = { ...goal, submissionId: 'p1', createdAt: new Date().toISOString() };

  it('assign a goal to everybody who has none', async () => {
    const since = '2025-10-10T12:00:00Z';
    const noOpenGoal = students.map(({ id }) => ({ studentId: id, since }));
    const { user } = show(buildProgress({ noOpenGoal }));
    const list = await screen.findByRole('region', { name: 'No open goal' });
    expect(list).toHaveTextContent('Since October 10');
    await user.click(within(list).getByRole('button', { name: 'Assign One to All 2' }));
    expect(await screen.findByRole('dialog')).toHaveTextContent(/2 students|all 2/i);
  });

  it('lead to overdue goals and to what waits for a review', async () => {
    show(buildProgress({ overdue: [{ ...goal, dueDate: '2025-10-01' }], waiting: [sent] }));
    const view = await screen.findByRole('link', { name: 'View Goals of Amara Okafor' });
    expect(view).toHaveAttribute('href', '/teacher/student/s1/goals');
    const review = screen.getByRole('link', { name: 'Review what Amara Okafor sent' });
    expect(review).toHaveAttribute('href', '/teacher/submissions?class=c1&student=s1');
  });

  // spec: 4.14
  it('and what waits are not those of an archived class', async () => {
    const archived = buildClassroom({ name: 'Room 12', archivedAt: '2026-06-12T15:00:00Z' });
    show(buildProgress({ waiting: [sent] }), {
      'GET /api/classrooms/single/c1': () => json(archived),
      'GET /api/purchases/classroom/c1?status=pending': () => json([]),
    });
    const facts = within(await screen.findByRole('region', { name: 'In short' }));
    expect(facts.getByText('Goals completed')).toBeVisible();
    expect(facts.queryByText('Waiting for you')).toBeNull();
    expect(screen.queryByRole('region', { name: 'Waiting longest for you' })).toBeNull();
  });

  it('show five rows, then all', async () => {
    const waiting = Array.from({ length: 7 }, (_, number) => ({
      ...{ submissionId: `p${number}`, goalId: `g${number}`, studentId: 's1', goalName: 'Read' },
      createdAt: new Date().toISOString(),
    }));
    const { user } = show(buildProgress({ waiting }));
    const list = await screen.findByRole('region', { name: 'Waiting longest for you' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(5);
    await user.click(within(list).getByRole('button', { name: /^Show All 7/ }));
    expect(within(list).getAllByRole('listitem')).toHaveLength(7);
  });
});
