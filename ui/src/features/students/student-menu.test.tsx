import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { buildClassroom, buildSession, buildStudent, buildTeacherUser } from '@/testing/builders';
import { json, noContent, errorResponse, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';

import { LockedMark } from './locked-mark';
import { SetPasswordDialog } from './set-password-dialog';
import { StudentMenu } from './student-menu';

const amara = { id: 's1', firstName: 'Amara', lastName: 'Okafor', awaySince: null };
const UNLOCK = 'POST /api/students/s1/unlock';

async function open(onMove: (() => void) | undefined, onErase = vi.fn(), classroom = buildClassroom()) {
  const actions = { onMove, onErase, onSetPassword: vi.fn(), onPrintCard: vi.fn() };
  const { user } = render(<StudentMenu student={amara} classroom={classroom} {...actions} />, {
    signedInAs: buildTeacherUser(),
  });
  await user.click(screen.getByRole('button', { name: 'More for Amara Okafor' }));
  return user;
}

describe("a student's menu", () => {
  // spec: 2.21
  it('unlocks the sign-in at once and says so', async () => {
    const calls = serve({ [UNLOCK]: noContent });
    const user = await open(undefined);
    await user.click(screen.getByRole('menuitem', { name: 'Unlock Sign-In' }));
    expect(await screen.findByText('Sign-in unlocked')).toBeVisible();
    expect(screen.getByText('Amara Okafor can try again now.')).toBeVisible();
    expect(calls).toHaveLength(1);
  });

  it('says when unlocking failed', async () => {
    serve({ [UNLOCK]: () => errorResponse(503, 'Busy.') });
    const user = await open(undefined);
    await user.click(screen.getByRole('menuitem', { name: 'Unlock Sign-In' }));
    expect(await screen.findByText('Failed to unlock sign-in. Please try again.')).toBeVisible();
  });

  // spec: 5.18
  it('marks as away at once, and Undo takes it back', async () => {
    const calls = serve({ 'PUT /api/students/s1/away': () => json(buildStudent()) });
    const user = await open(undefined);
    await user.click(screen.getByRole('menuitem', { name: 'Away' }));
    expect(await screen.findByText('Amara Okafor is away')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Amara Okafor is back')).toBeVisible();
    expect(calls.map(({ body }) => body)).toEqual([{ away: true }, { away: false }]);
  });

  it('moves to another class where there is one', async () => {
    const onMove = vi.fn();
    const user = await open(onMove);
    await user.click(screen.getByRole('menuitem', { name: 'Move to Another Class' }));
    await expect.poll(() => onMove.mock.calls.length).toBe(1);
  });

  it('has no move where there is only one class', async () => {
    await open(undefined);
    expect(screen.queryByRole('menuitem', { name: 'Move to Another Class' })).not.toBeInTheDocument();
  });

  it('has all that is kept of the student as a file', async () => {
    const followed: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      followed.push(this.getAttribute('href') ?? '');
    });
    serve({ 'GET /api/auth/session': () => json(buildSession()) });
    const user = await open(undefined);
    await user.click(screen.getByRole('menuitem', { name: 'Export Data (ZIP)' }));
    await expect.poll(() => followed).toEqual(['/api/students/s1/export?language=en']);
  });

  // spec: 26.4
  it('has neither moving nor erasing for a co-teacher', async () => {
    await open(vi.fn(), vi.fn(), buildClassroom({ teacherId: 't2' }));
    expect(screen.getByRole('menuitem', { name: 'Unlock Sign-In' })).toBeVisible();
    for (const name of ['Move to Another Class', 'Erase Student...'])
      expect(screen.queryByRole('menuitem', { name })).toBeNull();
  });

  it('erases, after a question of the page', async () => {
    const onErase = vi.fn();
    const user = await open(undefined, onErase);
    await user.click(screen.getByRole('menuitem', { name: 'Erase Student...' }));
    await expect.poll(() => onErase.mock.calls.length).toBe(1);
  });
});

const STUDENT = { ...amara, username: 'amara.o' };

describe('setting a password', () => {
  // spec: 5.17
  it('sends the new password with the names as they are, and says so', async () => {
    const calls = serve({ 'PUT /api/students/s1': () => json(buildStudent()) });
    const onClose = vi.fn();
    const { user } = render(<SetPasswordDialog student={STUDENT} onClose={onClose} />);
    const dialog = within(screen.getByRole('dialog', { name: 'Set Password' }));
    expect(dialog.getByLabelText('New password')).toHaveFocus();
    await user.keyboard('abc{Enter}');
    expect(await dialog.findByText('New password needs at least 4 characters.')).toBeVisible();
    await user.keyboard('d{Enter}');
    expect(await screen.findByText('Password set')).toBeVisible();
    expect(calls.map(({ body }) => body)).toEqual([
      { firstName: 'Amara', lastName: 'Okafor', username: 'amara.o', password: 'abcd' },
    ]);
    expect(onClose).toHaveBeenCalledOnce();
  });
});

describe('the mark of a locked student', () => {
  // spec: 2.21
  it('unlocks the sign-in', async () => {
    const calls = serve({ [UNLOCK]: noContent });
    const { user } = render(<LockedMark student={amara} />);
    expect(screen.getByText('Locked')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Unlock the sign-in of Amara Okafor' }));
    expect(await screen.findByText('Sign-in unlocked')).toBeVisible();
    expect(calls).toHaveLength(1);
  });
});
