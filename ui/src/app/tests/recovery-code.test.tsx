import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { dialogHistory } from '@/components/dialog/dialog-history';
import { type Handlers, json, noContent, errorResponse, slowly } from '@/testing/fake-server';
import { historySettled } from '@/testing/history';

import { account, address, openApp, preload, rivera } from './app-test-utils';

preload(
  () => import('@/app/teacher-routes'),
  () => import('@/pages/teacher/settings'),
  () => import('@/features/sign-in/teacher-dialog-body'),
);

const TEACHER = 'GET /api/teachers/t1';
const MAKE = 'POST /api/teachers/t1/recovery-code';
const RECOVER = 'POST /api/auth/recover';
const CODE = '7KQ2M-X4HTP-9WBRC-3DNYA';
const made = () => json({ code: CODE, madeAt: new Date().toISOString() }, 201);

const settings = (handlers: Handlers) => openApp('/teacher/settings', { as: rivera, handlers });
const section = async () => within(await screen.findByRole('region', { name: 'Recovery code' }));
const dialog = async () => within(await screen.findByRole('dialog'));

async function openDialog(handlers: Handlers) {
  const opened = settings(handlers);
  await opened.user.click(await (await section()).findByRole('button', { name: /^Make a/ }));
  return opened;
}

async function makeCode(handlers: Handlers = { [MAKE]: made }) {
  const opened = await openDialog(handlers);
  await opened.user.type((await dialog()).getByLabelText('Current password'), 'secret{Enter}');
  await (await dialog()).findByLabelText('Recovery code');
  return opened;
}

describe('a recovery code', () => {
  beforeEach(() => dialogHistory.start());

  it('is missed, in Settings, by a teacher whom nobody can send a new password', async () => {
    settings({});
    expect(await (await section()).findByText(/nobody can send you a new one/)).toBeVisible();
  });

  it("isn't missed by one whom Google signs in", async () => {
    settings({ [TEACHER]: () => json({ ...account, usesIdentityProvider: true }) });
    expect(await (await section()).findByText('You have no recovery code.')).toBeVisible();
  });

  it('is made once with the present password, shown, and then only known to be there', async () => {
    let recoveryCodeMadeAt: string | null = null;
    const { user, calls } = await openDialog({
      [TEACHER]: () => json({ ...account, recoveryCodeMadeAt }),
      [MAKE]: () => {
        recoveryCodeMadeAt = new Date().toISOString();
        return slowly(made());
      },
    });
    const own = await dialog();
    await user.type(own.getByLabelText('Current password'), 'secret');
    await user.dblClick(own.getByRole('button', { name: 'Make the Code' }));
    expect(await own.findByLabelText('Recovery code')).toHaveTextContent(CODE);
    expect(own.getByRole('heading', { name: 'Your recovery code' })).toBeVisible();
    expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { currentPassword: 'secret' },
    ]);
    await user.click(own.getByRole('button', { name: 'I have written it down' }));
    expect(screen.queryByText(CODE)).not.toBeInTheDocument();
    expect(await (await section()).findByText(/^You made a code today/)).toBeVisible();
    await user.click((await section()).getByRole('button', { name: 'Make a New Code' }));
    expect((await dialog()).getByText(/^The code you have now stops working/)).toBeVisible();
  });

  it('is printed alone, with whose it is and what to do with it', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    const { user } = await makeCode();
    await user.click((await dialog()).getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();
    const card = document.querySelector('body > .print-alone');
    expect(card).toHaveTextContent(/Elena Rivera, rivera@school\.test7KQ2M-X4HTP-9WBRC-3DNYA/);
    expect(card).toHaveTextContent(/Forgot your password\?/);
  });

  it('is printed without an address where the page was opened on the class computer itself', async () => {
    vi.stubGlobal('location', new URL('http://127.1.2.3:8080/teacher/settings'));
    await makeCode();
    expect(document.querySelector('body > .print-alone')).toHaveTextContent(
      'open GoalBucks on the class computer, choose Teacher Login',
    );
  });

  it("isn't lost by a slip: closing asks first, and so does the browser before it reloads", async () => {
    const { user } = await makeCode();
    const leaving = new Event('beforeunload', { cancelable: true });
    dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Back to the code' }));
    expect((await dialog()).getByLabelText('Recovery code')).toBeVisible();
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Close without it' }));
    expect(screen.queryByText('Your recovery code')).not.toBeInTheDocument();
  });

  it("isn't lost by the browser's Back either, which asks too, and leaves as ever once it is closed", async () => {
    await historySettled(); // the test before may have closed a dialog
    history.replaceState(null, '', '/teacher/settings');
    const { user } = await makeCode();
    for (let times = 1; times <= 2; times += 1) {
      history.back();
      await user.click(await screen.findByRole('button', { name: 'Back to the code' }));
      expect((await dialog()).getByLabelText('Recovery code')).toHaveTextContent(CODE);
    }
    const stepped = new Promise((resolve) => {
      addEventListener('popstate', resolve, { once: true });
    });
    await user.click((await dialog()).getByRole('button', { name: 'I have written it down' }));
    await stepped;
    expect(history.state).toBeNull();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('needs the password: none, a wrong one and too many are told where they were typed', async () => {
    const answers = [
      errorResponse(422, 'This is not your current password.', { code: 'wrong_password' }),
      errorResponse(429, 'Too many wrong sign-ins. Please wait a few minutes and try again.'),
    ];
    const { user, calls } = await openDialog({ [MAKE]: () => answers.shift() ?? made() });
    const own = await dialog();
    await user.keyboard('{Enter}');
    expect(await own.findByText('Type your current password.')).toBeVisible();
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
    await user.type(own.getByLabelText('Current password'), 'wrong{Enter}');
    expect(await own.findByText('This is not your current password.')).toBeVisible();
    await user.keyboard('{Enter}');
    expect(await own.findByText(/^Too many wrong sign-ins/)).toBeVisible();
    expect(own.getByLabelText('Current password')).toHaveValue('wrong');
  });

  it('is made without a password by who has none, after a recent sign-in', async () => {
    const without = { ...account, hasPassword: false, usesIdentityProvider: true };
    const sentence = 'Please sign out, sign in again, and then set the password within 10 minutes.';
    const { user, calls } = await openDialog({
      [TEACHER]: () => json(without),
      [MAKE]: () => errorResponse(403, sentence, { code: 'sign_in_again' }),
    });
    const own = await dialog();
    expect(own.queryByLabelText('Current password')).not.toBeInTheDocument();
    await user.click(own.getByRole('button', { name: 'Make the Code' }));
    expect(await own.findByText(sentence)).toBeVisible();
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({});
  });

  it('whose answer was lost may have replaced the one before, and a sentence says so', async () => {
    const { user } = await openDialog({ [MAKE]: () => Promise.reject(new TypeError('Failed to fetch')) });
    await user.type((await dialog()).getByLabelText('Current password'), 'secret{Enter}');
    expect(await (await dialog()).findByText(/it may no longer work: make a new one/)).toBeVisible();
  });

  it('goes with the old password, and the toast says so', async () => {
    const { user } = settings({
      [TEACHER]: () => json({ ...account, recoveryCodeMadeAt: new Date().toISOString() }),
      'PUT /api/teachers/t1/password': noContent,
    });
    const own = within(await screen.findByRole('region', { name: 'Password' }));
    await user.type(await own.findByLabelText('Current password'), 'secret');
    await user.type(own.getByLabelText('New password'), 'another-one');
    await user.type(own.getByLabelText('New password again'), 'another-one{Enter}');
    expect(
      await screen.findByText('Your recovery code went with the old password: make a new one.'),
    ).toBeVisible();
  });
});

describe('a teacher who forgot the password', () => {
  async function forgot(handlers: Handlers) {
    const opened = openApp('/', { handlers });
    await opened.user.click(await screen.findByRole('button', { name: 'Teacher Login' }));
    const own = await dialog();
    await opened.user.type(await own.findByLabelText('Email'), 'rivera@school.test');
    await opened.user.click(own.getByRole('button', { name: 'Forgot your password?' }));
    return { ...opened, own };
  }

  it('types the code and a new password, is signed in, and led to a new code', async () => {
    const { user, own, calls } = await forgot({ [RECOVER]: () => slowly(json({ user: rivera })) });
    expect(own.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
    expect(own.getByLabelText('Email')).toHaveValue('rivera@school.test');
    expect(own.getByLabelText('Recovery code')).toHaveFocus();
    await user.keyboard('7kq2m x4htp 9wbrc 3dnya');
    await user.type(own.getByLabelText('New password'), 'another-one{Enter}{Enter}');
    expect(await screen.findByText('Your new password is set')).toBeVisible();
    expect(calls.filter(({ path }) => path === '/api/auth/recover').map(({ body }) => body)).toEqual([
      { username: 'rivera@school.test', code: '7kq2m x4htp 9wbrc 3dnya', newPassword: 'another-one' },
    ]);
    // `user.click` refuses: what allows clicks on toasts while a dialog is open is a style sheet, and none is loaded.
    fireEvent.click(screen.getByRole('button', { name: 'New code' }));
    await waitFor(() => {
      expect(address()).toBe('/teacher/settings');
    });
  });

  it('is told what is missing, and what the server says; what was typed stays', async () => {
    const sentence = 'This is not the recovery code of this e-mail, or it was used or replaced.';
    const { user, own } = await forgot({
      [RECOVER]: () => errorResponse(401, sentence, { code: 'invalid_recovery_code' }),
    });
    await user.click(own.getByRole('button', { name: 'Set Password and Sign In' }));
    expect(await own.findByText('Recovery code is required.')).toBeVisible();
    expect(own.getByText('New password is required.')).toBeVisible();
    await user.type(own.getByLabelText('Recovery code'), 'wrong');
    await user.type(own.getByLabelText('New password'), 'another-one{Enter}');
    expect(await own.findByText(sentence)).toBeVisible();
    expect(own.getByText(/^If you have just set a new password with it/)).toBeVisible();
    expect(own.getByLabelText('New password')).toHaveValue('another-one');
    expect(own.getByLabelText('Recovery code')).toHaveFocus();
    expect(own.getByLabelText('Recovery code')).toHaveAccessibleDescription(new RegExp(sentence));
    expect(screen.queryByText('Please sign in again.')).not.toBeInTheDocument();
  });

  it('whose answer was lost is told that the new password may count', async () => {
    const { user, own } = await forgot({ [RECOVER]: () => Promise.reject(new TypeError('Failed to fetch')) });
    await user.type(own.getByLabelText('Recovery code'), CODE);
    await user.type(own.getByLabelText('New password'), 'another-one{Enter}');
    expect(await own.findByText('Network error. Please try again.')).toBeVisible();
    expect(own.getByText(/^Your new password may count already/)).toBeVisible();
  });

  it('goes back to the login', async () => {
    const { user, own } = await forgot({});
    await user.click(own.getByRole('button', { name: 'Back to Login' }));
    expect(await own.findByLabelText('Password')).toBeVisible();
    expect(own.getByLabelText('Email')).toHaveValue('rivera@school.test');
  });
});
