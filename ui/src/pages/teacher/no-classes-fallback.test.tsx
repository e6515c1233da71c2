import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { StudentStatsListItem } from '@/api/types';
import GoalsPage from '@/pages/teacher/goals/goals';
import { buildStudentStatsListItem } from '@/testing/builders';
import { json, errorResponse } from '@/testing/fake-server';

import { CLASSES, goal, GOALS, ids, names, rowOf, show } from './across-classes-test-utils';
import StudentsPage from './students';

const STUDENTS = 'GET /api/students/teacher/t1';

function student(number: number, fields: Partial<StudentStatsListItem> = {}): StudentStatsListItem {
  const name = { firstName: 'Emma', lastName: `Li ${number}`, username: `emma.${number}` };
  const stats = { goalsCompleted: 2, goalbucks: 1240, lastGoalName: 'Spelling list', currentGoals: 3 };
  return buildStudentStatsListItem({ id: `s${number}`, ...ids, ...name, ...stats, ...fields });
}

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
    show(<StudentsPage />, { [CLASSES]: () => errorResponse(500, 'No.') });
    expect(await screen.findByText("Your classes didn't load")).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

describe('all students', () => {
  // spec: 3.5
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

  // spec: 3.5
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
    const answers = [() => errorResponse(500, 'No.'), () => json([student(1)])];
    const { user } = show(<StudentsPage />, { [STUDENTS]: () => answers.shift()?.() ?? json([]) });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await rowOf(/Li 1/)).toBeTruthy();
  });
});

describe('all goals', () => {
  // spec: 3.6
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
    expect(calls.map(({ query }) => query)).toContain('?status=current&limit=51');
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

  // spec: 3.6
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
    const answers = [() => errorResponse(500, 'No.'), () => json([goal(1)])];
    const { user } = show(<GoalsPage />, { [GOALS]: () => answers.shift()?.() ?? json([]) });
    expect(await screen.findByText("The goals didn't load")).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await rowOf(/Goal 1/)).toBeTruthy();
  });
});
