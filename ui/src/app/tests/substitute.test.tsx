import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { buildStudentStats, buildSubstituteUser } from '@/testing/builders';
import { type Handlers, json } from '@/testing/fake-server';

import { math, openApp, preload } from './app-test-utils';

preload(
  () => import('@/app/teacher-layout'),
  () => import('@/pages/teacher/class/class'),
  () => import('@/pages/not-found'),
);

const handlers: Handlers = {
  'GET /api/classrooms/c1/students/stats': () => json([buildStudentStats({ id: 's1' })]),
  'GET /api/goalbucks/awards/recent/t9': () => json([]),
  'GET /api/submissions/teacher/t9': () => json([]),
  'GET /api/purchases/teacher/t9': () => json([]),
};
const REFUSED = /warnings|login-cards|goal-suggestions|settings|groups|substitut|\/teachers\//;

const open = (path: string) => openApp(path, { as: buildSubstituteUser(), classes: [math], handlers });

describe('the portal of a substitute', () => {
  // spec: 27.5
  it('has the class, its queues and Help, and asks for nothing else', async () => {
    const { user, calls } = open('/teacher');
    expect(await screen.findByRole('heading', { name: 'Math 101' })).toBeVisible();
    const names = within(screen.getByRole('navigation', { name: 'Main' }))
      .getAllByRole('link')
      .map(({ textContent }) => textContent);
    expect(names).toEqual(['Math 101', 'Submissions', 'Store', 'Connect students']);
    for (const name of ['Lock', 'Create Class', 'Manage Students', 'Delete Class', 'More for this class']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
    expect(screen.queryByRole('link', { name: 'Settings' })).toBeNull();
    expect(screen.queryByRole('tab')).toBeNull();
    expect(screen.getByText(/Substitute until/).parentElement).toHaveTextContent('Dana Cho · Math 101');
    await screen.findByRole('button', { name: 'Award GoalBucks' });
    expect(calls.map(({ path }) => path).filter((path) => REFUSED.test(path))).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Finish' }));
    expect(await screen.findByRole('button', { name: 'Teacher Login' })).toBeVisible();
  });

  // spec: 27.5
  it('has no other page', async () => {
    open('/teacher/settings');
    expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  });

  it('has no other tab of the class, in the one main region of the portal', async () => {
    open('/teacher/class/c1/end-of-term');
    expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
    expect(screen.getAllByRole('main')).toHaveLength(1);
  });
});
