import { act, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { rememberServerKind, serverKind } from '@/api/server-kind';
import { sessionExpiredEvent } from '@/api/session-expired-event';
import { buildSession } from '@/testing/builders';
import { config, named, provide } from '@/testing/fake-identity-provider';
import { json, errorResponse } from '@/testing/fake-server';

import { address, backups, math, openApp, rivera, settings } from './app-test-utils';
import {
  fillInNewAccount,
  openTeacherDialog,
  prepareNewAccounts,
  signInByEmail,
  TEACHER,
  welcome,
} from './teacher-dialog-test-utils';

vi.mock('@/features/sign-in/identity-provider', () => import('@/testing/fake-identity-provider'));

prepareNewAccounts(
  () => import('@/pages/teacher/connect/connect'),
  () => import('@/pages/teacher/connect/connect-it-note'),
  () => import('@/pages/teacher/settings'),
);

const CONFIG = 'GET /api/auth/config';
const REGISTER = 'POST /api/auth/register-teacher';
const FIREBASE = 'POST /api/auth/firebase';
const ofSchool = () => json({ ...config, school: true });
const withoutGoogle = () => json({ ...config, identityProvider: null, school: true });
const NO_CODE = 'New teachers need an invite code from the school.';
const WRONG = "This invite code isn't right.";
const OFF = 'Your school has switched off your GoalBucks account.';
const closed = (sentence: string) => errorResponse(403, sentence, { code: 'registration_closed' });

describe('a new account at a school', () => {
  // spec: 16.2
  it('asks for the invite code, which the browser keeps to itself, and sends it', async () => {
    const { press, type, dialog, sent } = await fillInNewAccount({
      [CONFIG]: withoutGoogle,
      [REGISTER]: () => json({ user: rivera }, 201),
    });
    const field = dialog().getByLabelText('Invite code');
    expect(field).toHaveAttribute('autocomplete', 'off');
    await press('Create Account');
    expect(await dialog().findByText('Invite code is required.')).toBeVisible();
    expect(sent()).toEqual([]);
    await type('Invite code', ' 7kq2m-x4htp{Enter}');
    const offer = within(await screen.findByRole('dialog', { name: 'Your account is ready' }));
    expect(offer.getByText(/only whoever runs GoalBucks at your school can give you/)).toBeVisible();
    await press('Later');
    expect(await welcome()).toBeVisible();
    const account = { name: 'Elena Rivera', email: 'rivera@school.test', password: 'sunflower' };
    const body = { ...account, inviteCode: '7kq2m-x4htp' };
    expect(sent()).toEqual([{ path: '/api/auth/register-teacher', body }]);
  });

  it('says under the field that the code is wrong', async () => {
    provide({ withNewAccount: () => Promise.resolve(named) });
    const { type, dialog, sent } = await fillInNewAccount({
      [CONFIG]: ofSchool,
      [REGISTER]: () => closed(WRONG),
    });
    await type('Invite code', 'GUESS{Enter}');
    expect(await dialog().findByText(WRONG)).toBeVisible();
    expect(dialog().getByLabelText('Invite code')).toHaveAccessibleDescription(new RegExp(WRONG));
    expect(dialog().getAllByRole('alert')).toHaveLength(1);
    const body = { idToken: 'token-of-elena', inviteCode: 'GUESS' };
    expect(sent()).toEqual([{ path: '/api/auth/register-teacher', body }]);
  });

  it('of whom Google has named asks for the code, too, and goes on with it', async () => {
    provide({ withGoogle: () => Promise.resolve(named) });
    const codes: unknown[] = [];
    const { user, press, type, dialog } = await openTeacherDialog({
      [CONFIG]: ofSchool,
      [FIREBASE]: ({ body }) => {
        const { inviteCode } = body as { inviteCode?: string };
        codes.push(inviteCode);
        if (inviteCode === 'RIGHT') return json({ user: rivera });
        return closed(inviteCode === undefined ? NO_CODE : WRONG);
      },
    });
    await press('Sign in with Google');
    expect(await dialog().findByLabelText('Invite code')).toHaveFocus();
    expect(dialog().getByText('rivera@school.test')).toBeVisible();
    expect(dialog().queryByText(NO_CODE)).toBeNull();
    await type('Invite code', ' {Enter}');
    expect(await dialog().findByText('Invite code is required.')).toBeVisible();
    await type('Invite code', 'WRONG{Enter}');
    expect(await dialog().findByText(WRONG)).toBeVisible();
    // The wrong code is selected, so typing replaces it.
    await user.keyboard('RIGHT{Enter}');
    expect(await welcome()).toBeVisible();
    expect(codes).toEqual([undefined, ' WRONG', 'RIGHT']);
  });
});

describe('a teacher whom the school lets in no more', () => {
  it('reads so at sign-in', async () => {
    const { dialog } = await signInByEmail({
      [CONFIG]: withoutGoogle,
      [TEACHER]: () => errorResponse(403, OFF, { code: 'teacher_disabled' }),
    });
    expect(await dialog().findByRole('alert')).toHaveTextContent(OFF);
  });

  it('reads so when the session ends', async () => {
    let off = false;
    openApp('/teacher/settings', {
      as: rivera,
      handlers: {
        'GET /api/auth/session': () =>
          off ? errorResponse(401, OFF, { code: 'teacher_disabled' }) : json(buildSession()),
        'GET /api/teachers/t1': () => errorResponse(401, OFF, { code: 'teacher_disabled' }),
        [CONFIG]: withoutGoogle,
      },
    });
    off = true;
    expect(await screen.findByText(OFF)).toBeVisible();
    expect(address()).toBe('/');
    act(() => {
      sessionExpiredEvent.emit(sessionExpiredEvent.epoch());
    });
    expect(screen.getByText(OFF)).toBeVisible();
  });
});

describe('on a school’s server', () => {
  const handlers = {
    [CONFIG]: withoutGoogle,
    'GET /api/settings': () =>
      json({
        ...settings,
        teacherFromNetworkFixed: true,
        changeable: false,
        dataFolder: null,
        canShowLogs: false,
      }),
    'GET /api/backups': () => json({ ...backups, elsewhere: true, folder: null, changeable: false }),
  };

  // spec: 16.1
  it('Settings offers nothing that is for whoever runs the server', async () => {
    const { calls } = openApp('/teacher/settings', { as: rivera, handlers });
    expect(await screen.findByText(/^Your school backs this server up\./)).toBeVisible();
    const privacy = within(screen.getByRole('region', { name: 'Privacy' }));
    expect(await privacy.findByText(/Whoever runs GoalBucks at your school decides this/)).toBeVisible();
    expect(await screen.findByText('1.2.3')).toBeVisible();
    expect(screen.queryByRole('switch')).toBeNull();
    expect(screen.queryByText(/computer itself|this computer/i)).toBeNull();
    expect(calls.map(({ path }) => path)).not.toContain('/api/backups');
  });

  it('Connect students shows the address by which the teacher came, and asks for no network', async () => {
    const { user, calls } = openApp('/teacher/connect', { as: rivera, classes: [math], handlers });
    const card = within(await screen.findByRole('region', { name: 'How students get in' }));
    expect(card.getByText(location.host)).toBeVisible();
    expect(card.getByRole('img')).toHaveAccessibleName(`QR code for ${location.origin}/?class=K7M4QX`);
    expect(card.getByText('K7M4QX')).toBeVisible();
    expect(await screen.findByText(/No students in this class yet/)).toBeVisible();
    for (const gone of [/Wi-Fi/, /get in\?/, /reached/]) expect(screen.queryByText(gone)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Full screen' }));
    const board = within(await screen.findByRole('dialog'));
    expect(board.getByText('K7M4QX')).toBeVisible();
    expect(board.queryByText(/Wi-Fi/)).toBeNull();
    expect(calls.filter(({ path }) => path === '/api/network/adapter')).toEqual([]);
  });

  it('the note for IT leads back: nobody there needs it', async () => {
    openApp('/teacher/connect/it-note', { as: rivera, classes: [math], handlers });
    await screen.findByRole('region', { name: 'How students get in' });
    expect(address()).toBe('/teacher/connect');
  });

  // spec: 18.1
  it('students do not sign in with pictures: the class has no switch for it', async () => {
    rememberServerKind(true); // as the login page does
    const { user } = openApp('/teacher/class/c1', { as: rivera, classes: [math], handlers });
    await user.click(await screen.findByRole('button', { name: 'More for this class' }));
    expect(await screen.findByRole('menuitem', { name: 'Import a List' })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: 'How Students Sign In' })).toBeNull();
  });

  // spec: 1.5
  it('it is called a server from then on, and a class computer where one answers', async () => {
    const first = openApp('/', { handlers });
    await screen.findByRole('button', { name: 'Teacher Login' });
    await expect.poll(serverKind).toBe('school');
    expect(first.calls.map(({ path }) => path)).toContain('/api/auth/config');
  });
});
