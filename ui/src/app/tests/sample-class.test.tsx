import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import * as ownComputer from '@/shared/own-computer';
import { buildStudentUser, buildTeacherUser } from '@/testing/builders';
import { errorResponse, json, noContent, slowly } from '@/testing/fake-server';

import { address, authConfig, math, openApp, preload, rivera } from './app-test-utils';

preload(
  () => import('@/app/teacher-layout'),
  () => import('@/app/student-layout'),
  () => import('@/features/sample-class/try-sample-class'),
  () => import('@/pages/teacher/class/class'),
  () => import('@/pages/teacher/no-classes'),
  () => import('@/pages/student/goals/goals'),
);

const sampleTeacher = buildTeacherUser({ name: 'Sample Teacher', isSample: true });
const OPEN = 'POST /api/sample-class';
const REMOVE = 'DELETE /api/sample-class';
const STRIP = /^Sample class: nobody here is real\.$/;

const tryIt = () => screen.findByRole('button', { name: 'Try a Sample Class' });
const strip = () =>
  screen.findByText((_, element) => element?.tagName === 'P' && STRIP.test(element.textContent));
const opened = () => json({ user: sampleTeacher });
const sent = (calls: { method: string; path: string }[]) =>
  calls.filter(({ path }) => path === '/api/sample-class').map(({ method }) => method);

describe('Try a Sample Class', () => {
  // spec: 21.1
  it('on the login page opens the class, in the language of the page', async () => {
    const { user, calls } = openApp('/', { classes: [math], handlers: { [OPEN]: opened } });
    await user.click(await tryIt());
    expect(await screen.findByRole('heading', { name: 'Math 101' })).toBeVisible();
    expect(address()).toBe('/teacher/class/c1');
    expect(await strip()).toBeVisible();
    expect(calls.filter(({ path }) => path === '/api/sample-class').map(({ body }) => body)).toEqual([
      { language: 'en' },
    ]);
  });

  // spec: 21.1
  it('keeps the focus while the class is made, and does nothing when it is pressed again', async () => {
    const { user, calls } = openApp('/', { classes: [math], handlers: { [OPEN]: () => slowly(opened()) } });
    await user.click(await tryIt());
    const making = screen.getByRole('button', { name: 'Making the sample class' });
    expect(making).toHaveFocus();
    await user.click(making);
    expect(await screen.findByRole('heading', { name: 'Math 101' })).toBeVisible();
    expect(sent(calls)).toEqual(['POST']);
  });

  // spec: 21.1
  it('says on the first start what it is', async () => {
    const config = json({ ...authConfig, setupNeeded: true });
    openApp('/', { handlers: { 'GET /api/auth/config': () => config.clone() } });
    await tryIt();
    expect(screen.getByText(/^Twelve invented children/)).toBeVisible();
  });

  // spec: 21.1
  it.each([
    ['another device', { registrationAllowed: false }],
    ['a school’s server', { school: true }],
  ])('is missing on %s', async (_, config) => {
    openApp('/', { handlers: { 'GET /api/auth/config': () => json({ ...authConfig, ...config }) } });
    await screen.findByRole('button', { name: 'Teacher Login' });
    expect(screen.queryByRole('button', { name: 'Try a Sample Class' })).toBeNull();
  });

  // spec: 21.1
  it('that failed says so and stays on the login page', async () => {
    const handlers = { [OPEN]: () => errorResponse(503, 'The disk is full.') };
    const { user } = openApp('/', { handlers });
    await user.click(await tryIt());
    expect(await screen.findByText('Failed to open the sample class. Please try again.')).toBeVisible();
    expect(await tryIt()).toBeVisible();
  });

  // spec: 21.1
  it('asks a signed-in teacher first', async () => {
    const { user, calls } = openApp('/teacher/no-classes', { as: rivera, handlers: { [OPEN]: opened } });
    await user.click(await tryIt());
    const question = within(await screen.findByRole('alertdialog', { name: 'Try the sample class?' }));
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(sent(calls)).toEqual([]);
    await user.click(await tryIt());
    await user.click(await screen.findByRole('button', { name: 'Sign Out and Try It' }));
    await waitFor(async () => {
      expect(await strip()).toBeVisible();
    });
    expect(sent(calls)).toEqual(['POST']);
  });

  // spec: 21.1
  it('makes another class without a question when that of the sample teacher was deleted', async () => {
    const { user, calls } = openApp('/teacher/no-classes', {
      as: sampleTeacher,
      handlers: { [OPEN]: opened },
    });
    await user.click(await tryIt());
    await waitFor(() => {
      expect(sent(calls)).toEqual(['POST']);
    });
    expect(screen.queryByRole('button', { name: 'Create Your First Class' })).toBeNull();
  });
});

describe('the sample class', () => {
  const openClass = (handlers = {}) =>
    openApp('/teacher/class/c1', { as: sampleTeacher, classes: [math], handlers });

  // spec: 21.4
  it('has no Lock, no other class and no new class code', async () => {
    vi.spyOn(ownComputer, 'isOwnComputer').mockReturnValue(true);
    const { user } = openClass();
    expect(await strip()).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Lock' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Create Class' })).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'More for this class' }));
    expect(await screen.findByRole('menuitem', { name: 'Edit Class' })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: 'New Class Code' })).toBeNull();
  });

  // spec: 21.5
  it('says how to look as a student', async () => {
    const { user } = openClass();
    await user.click(await screen.findByRole('button', { name: 'Look as a Student' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Look as a Student' }));
    expect(dialog.getByText('amara.o')).toBeVisible();
    expect(dialog.getAllByText(math.classCode)).toHaveLength(2);
    expect(dialog.getByText(/^http:\/\/192\.168\./)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  // spec: 21.3
  it('is removed after a question, which leads to the login page', async () => {
    const { user, calls } = openClass({ [REMOVE]: noContent });
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    await user.click(await screen.findByRole('button', { name: 'Keep It' }));
    expect(sent(calls)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    await user.click(await screen.findByRole('button', { name: 'Remove the Sample Class' }));
    expect(await screen.findByText('Sample class removed')).toBeVisible();
    expect(address()).toBe('/');
    expect(sent(calls)).toEqual(['DELETE']);
  });

  // spec: 21.3
  it('that could not be removed stays', async () => {
    const { user } = openClass({ [REMOVE]: () => errorResponse(503, 'Busy.') });
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    await user.click(await screen.findByRole('button', { name: 'Remove the Sample Class' }));
    expect(
      await screen.findByText('Failed to remove the sample class. Please try again.', {
        selector: '.toast *',
      }),
    ).toBeVisible();
    expect(address()).toBe('/teacher/class/c1');
  });

  // spec: 21.5
  it('has its strip on the students’ pages, without buttons', async () => {
    openApp('/student', { as: buildStudentUser({ isSample: true }) });
    expect(await strip()).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
  });

  // spec: 21.5
  it('leaves the pages of other classes as they are', async () => {
    openApp('/student', { as: buildStudentUser() });
    await screen.findByRole('heading', { name: /^Welcome/ });
    expect(screen.queryByText(/nobody here is real/)).toBeNull();
  });
});
