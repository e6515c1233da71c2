import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter, Outlet, Route, Routes } from 'react-router';
import { describe, expect, it, vi } from 'vitest';

import { createQueryClient } from '@/api/query-client';
import type { AssignmentRow, GoalRow, StudentStatsRow } from '@/api/types';
import { Toaster } from '@/components/toaster';
import { json, refusal, serve } from '@/test-server';

import { GoalsPage } from './goals';
import { StudentsPage } from './students';

vi.mock('@/features/session/session-context', () => ({ useUser: () => ({ id: 't1', role: 'teacher' }) }));

const CLASSES = 'GET /api/classrooms';
const STUDENTS = 'GET /api/students/teacher/t1';
const GOALS = 'GET /api/assignments/teacher/t1';

const ids = { classroomId: 'c1', className: 'Room 12', createdAt: '2025-01-01T08:00:00Z' };

function student(number: number, fields: Partial<StudentStatsRow> = {}): StudentStatsRow {
  const name = { firstName: 'Emma', lastName: `Li ${number}`, username: `emma.${number}` };
  const stats = { goalsCompleted: 2, goalbucks: 1240, lastGoalName: 'Spelling list', currentGoals: 3 };
  return { id: `s${number}`, ...ids, classCode: 'K7M4QX', ...name, ...stats, ...fields };
}

function goal(number: number, fields: Partial<AssignmentRow> = {}): AssignmentRow {
  const base = { id: `g${number}`, assignmentId: null, name: `Goal ${number}`, goalbucks: 25 };
  const state = { dueDate: null, overdue: false, completedAt: null, total: 1, completed: 0 };
  return {
    classroomId: 'c1',
    className: 'Room 12',
    studentId: 's1',
    studentNames: ['Emma Li'],
    ...base,
    ...state,
    ...fields,
  };
}

/** A bulk goal of 30 students, two of whom are left to be listed. */
const bulk = goal(9, {
  assignmentId: 'a9',
  name: 'Read',
  studentId: null,
  studentNames: ['Amara Okafor', 'Chloé Roy'],
  total: 30,
  completed: 28,
});

function goalOfBulk(studentName: string, fields: Partial<GoalRow> = {}): GoalRow {
  const base = { id: studentName, studentId: 's7', studentName, assignmentId: 'a9', ...ids };
  const state = { dueDate: null, overdue: false, status: 'current' as const, completedAt: null };
  return { ...base, name: 'Read', goalbucks: 25, ...state, ...fields };
}

function show(page: ReactNode, handlers: Parameters<typeof serve>[0] = {}) {
  const calls = serve({ [CLASSES]: () => json([{ id: 'c1', name: 'Room 12' }]), ...handlers });
  const openCreateClass = vi.fn();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <Routes>
          <Route element={<Outlet context={{ openCreateClass }} />}>
            <Route path="/" element={page} />
          </Route>
        </Routes>
      </MemoryRouter>
      <Toaster />
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), calls, openCreateClass };
}

const rowOf = async (name: RegExp) => within(await screen.findByRole('row', { name }));
const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);

describe('without classes', () => {
  it.each([
    ['students', <StudentsPage key="s" />, 'Students will appear here once you create classes.'],
    ['goals', <GoalsPage key="g" />, 'Goals will appear here once you create classes.'],
  ])('all %s are a placeholder that leads to the first class', async (_what, page, text) => {
    const { user, calls, openCreateClass } = show(page, { [CLASSES]: () => json([]) });
    expect(await screen.findByText(text)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Create Your First Class' }));
    expect(openCreateClass).toHaveBeenCalledOnce();
    expect(calls.map(({ path }) => path)).toEqual(['/api/classrooms']);
  });

  it('because they did not load, another try is offered', async () => {
    show(<StudentsPage />, { [CLASSES]: () => refusal(500, 'No.') });
    expect(await screen.findByText("Your classes didn't load")).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

describe('all students', () => {
  it('stand with class, progress and last goal, and lead to class and goals', async () => {
    show(<StudentsPage />, { [STUDENTS]: () => json([student(1), student(2, { lastGoalName: null })]) });
    const row = await rowOf(/Li 1/);
    expect(row.getByRole('link', { name: 'Room 12' })).toHaveAttribute('href', '/teacher/class/c1');
    expect(row.getByRole('link', { name: 'View Goals of Emma Li 1' })).toHaveAttribute(
      'href',
      '/teacher/student/s1/goals',
    );
    expect(row.getByText('1,240')).toBeVisible();
    expect(row.getByText('Spelling list')).toBeVisible();
    expect((await rowOf(/Li 2/)).getByText('None')).toBeVisible();
  });

  it('can be searched by name, username and class, without accents', async () => {
    const others = Array.from({ length: 11 }, (_, index) => student(index));
    const chloe = student(99, { firstName: 'Chloé', lastName: 'Roy', className: 'Science Club' });
    const { user } = show(<StudentsPage />, { [STUDENTS]: () => json([...others, chloe]) });
    const search = await screen.findByRole('searchbox', { name: 'Search 12 students' });
    for (const typed of ['chloe', 'science', 'emma.99']) {
      await user.clear(search);
      await user.type(search, typed);
      expect(names()).toEqual(['Chloé Roy @emma.99']);
      expect(screen.getByText('1 of 12')).toBeVisible();
      expect(screen.queryByText('12 students')).toBeNull();
    }
    await user.type(search, 'x');
    expect(screen.getByText('No student has this name, username or class.')).toBeVisible();
  });

  it('that are none yet lead to the classes', async () => {
    show(<StudentsPage />, { [STUDENTS]: () => json([]) });
    expect(await screen.findByRole('heading', { name: 'No students yet' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'See all classes' })).toHaveAttribute('href', '/teacher/classes');
  });

  it('that did not load offer another try', async () => {
    const answers = [() => refusal(500, 'No.'), () => json([student(1)])];
    const { user } = show(<StudentsPage />, { [STUDENTS]: () => answers.shift()?.() ?? json([]) });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await rowOf(/Li 1/)).toBeTruthy();
  });
});

describe('all goals', () => {
  it('are the current ones at first, each with its student, class, worth and due date', async () => {
    const { calls } = show(<GoalsPage />, {
      [GOALS]: () => json([goal(1, { dueDate: '2020-01-31', overdue: true }), goal(2)]),
    });
    const row = await rowOf(/Goal 1/);
    expect(row.getByRole('link', { name: 'Emma Li' })).toHaveAttribute('href', '/teacher/student/s1/goals');
    expect(row.getByRole('link', { name: 'Room 12' })).toHaveAttribute('href', '/teacher/class/c1');
    expect(row.getByText('25')).toBeVisible();
    expect(row.getByText(/^Overdue: was due on January 31, 2020$/)).toBeVisible();
    expect((await rowOf(/Goal 2/)).getByText('No due date')).toBeVisible();
    expect(calls.at(-1)?.query).toBe('?status=current&limit=51');
  });

  it('that are completed are asked for when their tab is opened', async () => {
    const done = goal(3, { completed: 1, completedAt: '2024-05-17T10:00:00Z' });
    const { user } = show(<GoalsPage />, {
      [GOALS]: ({ query }) => json(query.includes('status=completed') ? [done] : []),
    });
    expect(await screen.findByRole('heading', { name: 'No current goals' })).toBeVisible();
    await user.click(screen.getByRole('tab', { name: 'Completed Goals' }));
    expect((await rowOf(/Goal 3/)).getByText('on May 17, 2024')).toBeVisible();
  });

  it('come 50 at a time; how many are shown is said, and has the focus at the end', async () => {
    const all = Array.from({ length: 60 }, (_, index) => goal(60 - index));
    const { user } = show(<GoalsPage />, {
      [GOALS]: ({ query }) => {
        const asked = new URLSearchParams(query);
        const start = all.findIndex(({ id }) => id === asked.get('before')) + 1;
        return json(all.slice(start, start + Number(asked.get('limit'))));
      },
    });
    expect(await screen.findByText('Only the newest 50 goals so far.')).toBeVisible();
    expect(names()).toHaveLength(50);
    await user.type(screen.getByRole('searchbox'), 'Goal 7');
    expect(
      screen.getByText('None of the newest 50 goals matches. Show more to search further back.'),
    ).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('60 goals in all')).toHaveFocus();
    expect(names()).toEqual(['Goal 7']);
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('that did not load offer another try', async () => {
    const answers = [() => refusal(500, 'No.'), () => json([goal(1)])];
    const { user } = show(<GoalsPage />, { [GOALS]: () => answers.shift()?.() ?? json([]) });
    expect(await screen.findByText("The goals didn't load")).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await rowOf(/Goal 1/)).toBeTruthy();
  });
});

describe('a bulk goal under all goals', () => {
  const MENU = 'Actions for Read';
  const show30 = (handlers: Parameters<typeof show>[1] = {}) =>
    show(<GoalsPage />, { [GOALS]: () => json([bulk, goal(1)]), ...handlers });

  it('is one row that says how many are done, and lists its students when it is expanded', async () => {
    const { user } = show30({
      'GET /api/assignments/a9': () =>
        json([
          goalOfBulk('Amara Okafor', { name: 'Read more', goalbucks: 50 }),
          goalOfBulk('Ben Zimmer', { status: 'completed', completedAt: '2024-05-17T10:00:00Z' }),
        ]),
    });
    const toggle = await screen.findByRole('button', { name: '28 of 30 done: students of Read' });
    expect(screen.getByText('3 goals in all')).toBeVisible();
    expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await user.click(toggle);
    expect(toggle).toHaveAttribute('aria-expanded', 'true');
    const list = within(await screen.findByRole('list', { name: 'Students of Read' }));
    expect(list.getByRole('link', { name: 'Amara Okafor' })).toHaveAttribute(
      'href',
      '/teacher/student/s7/goals',
    );
    expect(list.getByText('Read more')).toBeVisible();
    expect(list.getByText('Not done yet')).toBeVisible();
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

  it('has a menu, which a single goal and a completed tab have not', async () => {
    const { user } = show30();
    expect(await screen.findByRole('button', { name: MENU })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Actions for Goal 1' })).toBeNull();
    await user.click(screen.getByRole('tab', { name: 'Completed Goals' }));
    await screen.findByRole('table', { name: 'Completed goals' });
    expect(screen.queryByRole('button', { name: MENU })).toBeNull();
  });

  it('is deleted for everybody after a question, and the toast counts what stays', async () => {
    const { user, calls } = show30({ 'DELETE /api/assignments/a9': () => json({ deleted: 1, kept: 29 }) });
    await user.click(await screen.findByRole('button', { name: MENU }));
    await user.click(screen.getByRole('menuitem', { name: 'Delete for everybody' }));
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete for everybody' }),
    );
    expect(await screen.findByText('Goals deleted')).toBeVisible();
    expect(screen.getByText('1 goal deleted. 29 goals stay: they have proof or are paid.')).toBeVisible();
    expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
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
    });
  });
});
