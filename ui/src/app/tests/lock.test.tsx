import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { askBeforeLeaving } from '@/components/dialog/unsaved-changes';
import * as ownComputer from '@/shared/own-computer';
import { json, noContent } from '@/testing/fake-server';

import { account, address, amara, math, openApp, preload, rivera } from './app-test-utils';

preload(
  () => import('@/app/teacher-layout'),
  () => import('@/app/student-layout'),
  () => import('@/features/sign-in/teacher-dialog-body'),
  () => import('@/pages/teacher/class/class'),
  () => import('@/pages/student/goals/goals'),
);

const PAGE = '/teacher/class/c1';
const lockButton = () => screen.findByRole('button', { name: 'Lock' });
const loginDialog = async () => within(await screen.findByRole('dialog', { name: 'Teacher Login' }));

async function lock() {
  const app = openApp(PAGE, {
    as: rivera,
    classes: [math],
    handlers: {
      'POST /api/auth/teacher': () => json({ user: rivera }),
      'POST /api/auth/student': () => json({ user: amara }),
    },
  });
  await app.user.click(await lockButton());
  const dialog = await loginDialog();
  await dialog.findByLabelText('Password');
  return { ...app, dialog };
}

describe('Lock', () => {
  // spec: 2.36
  it('ends the session and asks for the password, with the e-mail filled in', async () => {
    const { calls, dialog } = await lock();
    expect(address()).toBe('/');
    expect(calls.map(({ path }) => path)).toContain('/api/auth/logout');
    expect(dialog.getByText(/Nobody is signed in/)).toBeVisible();
    expect(dialog.getByLabelText('Email')).toHaveValue(rivera.username);
    expect(dialog.getByLabelText('Password')).toHaveFocus();
    expect(screen.queryByText('Math 101')).not.toBeInTheDocument();
  });

  // spec: 2.36
  it('leads back to the same page after the password', async () => {
    const { user, dialog } = await lock();
    await user.type(dialog.getByLabelText('Password'), 'sunflower{Enter}');
    expect(await screen.findByRole('heading', { name: 'Math 101' })).toBeVisible();
    expect(address()).toBe(PAGE);
  });

  // spec: 2.36
  it('leads nobody else to that page', async () => {
    const { user } = await lock();
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Student Login' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Student Login' }));
    await user.type(await dialog.findByLabelText('Username'), 'amara');
    await user.type(dialog.getByLabelText('Password'), 'tiger');
    await user.type(dialog.getByLabelText('Class Code'), 'K7M4QX{Enter}');
    await waitFor(() => {
      expect(address()).toBe('/student');
    });
  });

  // spec: 2.36
  it('asks before something typed on the page is lost', async () => {
    const { user } = openApp(PAGE, { as: rivera, classes: [math] });
    const asked = vi.fn();
    const stop = askBeforeLeaving(asked);
    await user.click(await lockButton());
    expect(asked).toHaveBeenCalledOnce();
    expect(address()).toBe(PAGE);
    stop();
  });

  // spec: 2.36
  it('lets an account without a password set one first, and then locks', async () => {
    const { user } = openApp(PAGE, {
      as: rivera,
      classes: [math],
      handlers: {
        'GET /api/teachers/t1': () => json({ ...account, hasPassword: false, usesIdentityProvider: true }),
        'PUT /api/teachers/t1/password': noContent,
      },
    });
    await user.click(await lockButton());
    const dialog = within(await screen.findByRole('dialog', { name: 'Set a password to lock with' }));
    expect(address()).toBe(PAGE);
    expect(dialog.getByRole('button', { name: 'I leave the room' })).toBeVisible();
    await user.type(dialog.getByLabelText('New password'), 'sunflower{Enter}');
    await (await loginDialog()).findByLabelText('Password');
    expect(address()).toBe('/');
  });

  // spec: 2.36
  it('is offered on the class computer only', async () => {
    vi.spyOn(ownComputer, 'isOwnComputer').mockReturnValue(false);
    openApp(PAGE, { as: rivera, classes: [math] });
    expect(await screen.findByRole('button', { name: 'Logout' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Lock' })).not.toBeInTheDocument();
  });
});
