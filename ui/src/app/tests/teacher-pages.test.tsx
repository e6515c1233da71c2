import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { buildStudentStats, buildSubmissionListItem } from '@/testing/builders';
import { json } from '@/testing/fake-server';

import { address, math, openApp, preload, rivera } from './app-test-utils';

preload(
  () => import('@/app/teacher-routes'),
  () => import('@/pages/teacher/class/class'),
  () => import('@/pages/teacher/submissions/submissions'),
);

const students = [
  buildStudentStats({ goalsCompleted: 2, goalbucks: 40, lastGoalName: 'Read', currentGoals: 3 }),
  buildStudentStats({ id: 's2', firstName: 'Emma', username: 'emma' }),
];

async function openClass() {
  const opened = openApp('/teacher/class/c1', {
    as: rivera,
    classes: [math],
    handlers: { 'GET /api/classrooms/c1/students/stats': () => json(students) },
  });
  await screen.findByRole('heading', { level: 1, name: 'Math 101' });
  return opened;
}

const main = () => within(screen.getByRole('main'));

/** The checkbox in the table's head; there is a second one for phones, where the head is hidden. */
const selectAll = () => {
  const [first] = main().getAllByRole('columnheader');
  return within(first ?? document.body).getByRole('checkbox', { name: 'Select all students' });
};

describe('the class dashboard', () => {
  // spec: 4.5
  it('has a table with the columns Student, Goals Redeemed, GoalBucks and Last Goal', async () => {
    await openClass();
    const headers = main()
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent);
    expect(headers.filter((text) => text !== '').slice(0, 4)).toEqual([
      'Student',
      'Goals Redeemed',
      'GoalBucks',
      'Last Goal',
    ]);
  });

  // spec: 4.4, 4.5
  it('has a checkbox for each student and one for all', async () => {
    const { user } = await openClass();
    const boxes = ['Select Amara Okafor', 'Select Emma Okafor'].map((name) =>
      main().getByRole('checkbox', { name }),
    );
    await user.click(selectAll());
    for (const box of boxes) expect(box).toBeChecked();
    expect(main().getByRole('button', { name: 'Bulk Add Goal (2)' })).toBeVisible();
    await user.click(boxes[0] ?? document.body);
    expect(main().getByRole('button', { name: 'Bulk Add Goal (1)' })).toBeVisible();
    expect(selectAll()).toBePartiallyChecked();
  });

  // spec: 4.5
  it('leads from View Goals to the goals of the student', async () => {
    const { user } = await openClass();
    const link = main().getByRole('link', { name: 'View Goals of Emma Okafor' });
    expect(link).toHaveTextContent('View Goals');
    await user.click(link);
    expect(address()).toBe('/teacher/student/s2/goals');
  });

  // spec: 4.4, 5.3
  it.each(['Manage Students', 'Delete Class', 'Bulk Add Goal'])(
    'opens the dialog %s from its head',
    async (name) => {
      const { user } = await openClass();
      await user.click(main().getByRole('button', { name: new RegExp(`^${name}`) }));
      const open = screen.queryByRole('dialog') ?? screen.getByRole('alertdialog');
      expect(open).toHaveAccessibleName(name);
    },
  );

  // spec: 6.3
  it('offers no bulk goal before the class is loaded', async () => {
    openApp('/teacher/class/c1', {
      as: rivera,
      classes: [math],
      handlers: { 'GET /api/classrooms/c1/students/stats': () => new Promise(() => undefined) },
    });
    expect(await screen.findByText('Loading class dashboard...')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Bulk Add Goal/ })).toBeNull();
  });

  // spec: 4.5
  it('asks before it deletes a student', async () => {
    const { user, calls } = await openClass();
    await user.click(main().getByRole('button', { name: 'Delete Emma Okafor' }));
    expect(screen.getByRole('alertdialog')).toHaveAccessibleName('Delete Student');
    expect(calls.filter(({ method }) => method === 'DELETE')).toEqual([]);
  });
});

const SENT = '2025-10-10T10:42:00Z';
const submission = buildSubmissionListItem({
  imageUrl: '/api/submissions/p1/image',
  submissionText: 'I read every night.',
  createdAt: SENT,
});

async function openSubmission() {
  const { user } = openApp('/teacher/submissions', {
    as: rivera,
    handlers: {
      'GET /api/submissions/teacher/t1': ({ query }) => json(query.includes('pending') ? [submission] : []),
    },
  });
  const card = within(await screen.findByRole('article', { name: 'Amara Okafor Read for 20 minutes' }));
  const press = (name: string) => user.click(card.getByRole('button', { name }));
  return { user, card, press };
}

describe('a pending submission', () => {
  // spec: 7.11
  it('shows image, student, class, goal, goalbucks, note and time', async () => {
    const { card } = await openSubmission();
    const image = card.getByRole('button', { name: /^Enlarge/ }).querySelector('img');
    expect(image?.getAttribute('src')).toMatch(/^\/api\/submissions\/p1\/image/);
    for (const text of ['Amara Okafor', 'Math 101', 'Read for 20 minutes', 'I read every night.']) {
      expect(card.getByText(text)).toBeVisible();
    }
    const article = screen.getByRole('article');
    expect(article).toHaveTextContent('25 GoalBucks');
    expect(article.querySelector('time')).toHaveAttribute('datetime', SENT);
  });

  // spec: 7.11
  it('is enlarged in a dialog by a click on its image', async () => {
    const { user } = await openSubmission();
    await user.click(screen.getByRole('button', { name: /^Enlarge/ }));
    expect(within(screen.getByRole('dialog')).getByRole('img')).toHaveAttribute(
      'src',
      '/api/submissions/p1/image',
    );
  });

  // spec: 7.11
  it.each([
    ['Approve', 'Confirm Approve'],
    ['Deny', 'Confirm Deny'],
  ])('%s opens a comment box with %s and Cancel', async (verdict, confirm) => {
    const { card, press } = await openSubmission();
    expect(card.queryByRole('textbox')).toBeNull();
    await press(verdict);
    expect(card.getByRole('textbox')).toHaveAccessibleName(/^Comment/);
    expect(card.getByRole('button', { name: confirm })).toBeVisible();
    await press('Cancel');
    await waitFor(() => {
      expect(card.queryByRole('textbox')).toBeNull();
    });
    expect(card.getByRole('button', { name: 'Approve' })).toBeVisible();
    expect(card.getByRole('button', { name: 'Deny' })).toBeVisible();
  });
});
