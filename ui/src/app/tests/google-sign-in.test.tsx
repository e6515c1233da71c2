import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { later, named, provide, refuse } from '@/testing/fake-identity-provider';
import { json, errorResponse } from '@/testing/fake-server';

import { address, math, preload, rivera } from './app-test-utils';
import { openTeacherDialog, welcome } from './teacher-dialog-test-utils';

vi.mock('@/features/sign-in/identity-provider', () => import('@/testing/fake-identity-provider'));

preload(
  () => import('@/app/teacher-routes'),
  () => import('@/features/sign-in/teacher-dialog-body'),
  () => import('@/pages/teacher/class/class'),
  () => import('@/pages/teacher/no-classes'),
);

beforeEach(() => {
  provide({});
});

afterEach(() => {
  vi.useRealTimers();
});

const FIREBASE = 'POST /api/auth/firebase';
const GOOGLE = 'Sign in with Google';

describe('Sign in with Google', () => {
  // spec: 2.9
  it('signs in whom Google names, sets and saves the user, and leads to the first class', async () => {
    provide({ withGoogle: () => Promise.resolve(named) });
    const { press, sent } = await openTeacherDialog({
      [FIREBASE]: () => json({ user: rivera }),
      'GET /api/classrooms': () => json([math]),
    });
    await press(GOOGLE);
    expect(await screen.findByRole('heading', { level: 1, name: 'Math 101' })).toBeVisible();
    expect(address()).toBe('/teacher/class/c1');
    expect(sent()).toEqual([{ path: '/api/auth/firebase', body: { idToken: 'token-of-elena' } }]);
    expect(JSON.parse(localStorage.getItem('temp_user') ?? '')).toEqual(rivera);
  });

  it('opens one window, however often it is pressed, and says where it goes on', async () => {
    const { answer, give } = later<typeof named>();
    let opened = 0;
    provide({
      withGoogle: () => {
        opened += 1;
        return answer;
      },
    });
    const { press, dialog } = await openTeacherDialog({ [FIREBASE]: () => json({ user: rivera }) });
    await press(GOOGLE);
    await press('Waiting for Google');
    expect(dialog().getByRole('status')).toHaveTextContent("Continue in Google's window.");
    give(named);
    expect(await welcome()).toBeVisible();
    expect(opened).toBe(1);
  });

  it.each(['popup-closed-by-user', 'cancelled-popup-request', 'user-cancelled'])(
    'that was left (%s) is said calmly, and can be tried again',
    async (code) => {
      provide({ withGoogle: refuse(code) });
      const { press, dialog } = await openTeacherDialog({ [FIREBASE]: () => json({ user: rivera }) });
      await press(GOOGLE);
      expect(await dialog().findByText('Google sign-in was cancelled.')).toHaveAttribute('role', 'status');
      expect(dialog().queryByRole('alert')).toBeNull();
      expect(dialog().getByRole('button', { name: GOOGLE })).toHaveFocus();
      provide({ withGoogle: () => Promise.resolve(named) });
      await press(GOOGLE);
      expect(await welcome()).toBeVisible();
    },
  );

  it.each([
    ['popup-blocked', /^Your browser blocked Google’s window\. Allow pop-ups for this page/],
    ['unauthorized-domain', /^Google sign-in isn’t allowed at this address\..* add localhost to/],
    ['operation-not-allowed', /^This way of signing in is turned off in your school’s Firebase project/],
    ['admin-restricted-operation', /^This way of signing in is turned off/],
    ['user-disabled', /^This account is disabled\./],
    ['too-many-requests', /^Too many attempts\. Please wait a few minutes/],
    ['account-exists-with-different-credential', /^There is already an account with this e-mail/],
    ['multi-factor-auth-required', /^This account asks for a second step/],
    ['configuration-not-found', /^Firebase doesn’t accept this school’s settings/],
    ['web-storage-unsupported', /^Your browser doesn’t let Google’s window answer/],
    ['network-request-failed', /^Network error\. Please try again\.$/],
    ['internal-error', /^Network error\. Please try again\.$/],
    ['brand-new', /^Google sign-in failed$/],
  ])('refused with %s says what to do', async (code, text) => {
    provide({ withGoogle: refuse(code) });
    const { press, dialog, sent } = await openTeacherDialog();
    await press(GOOGLE);
    expect(await dialog().findByRole('alert')).toHaveTextContent(text);
    expect(sent()).toEqual([]);
  });

  it('without internet names the way that still works', async () => {
    provide({ withGoogle: refuse('internal-error') });
    const { press, dialog } = await openTeacherDialog();
    await press(GOOGLE);
    expect(await dialog().findByRole('status')).toHaveTextContent(
      'Without internet you can sign in with the password for this computer, if you have set one in Settings.',
    );
  });

  // spec: 2.18
  it.each([
    [
      'the sentence of the server',
      () => errorResponse(403, 'Only on the class computer.'),
      /^Only on the class/,
    ],
    [
      '"Google sign-in failed" without one',
      () => new Response('', { status: 500 }),
      /^Google sign-in failed$/,
    ],
    [
      'a network error',
      () => Promise.reject(new TypeError('Failed to fetch')),
      /^Network error\. Please try again\.$/,
    ],
  ])('shows %s when the server refuses', async (_case, answer, text) => {
    provide({ withGoogle: () => Promise.resolve(named) });
    const { press, dialog } = await openTeacherDialog({ [FIREBASE]: answer });
    await press(GOOGLE);
    expect(await dialog().findByRole('alert')).toHaveTextContent(text);
    expect(localStorage.getItem('temp_user')).toBeNull();
  });

  it.each([
    ['identity_provider_unreachable', 503, /^Without internet you can sign in with the password for this/],
    ['invalid_token', 401, /^Meanwhile you can sign in with the password for this computer/],
  ])(
    'that the class computer cannot check (%s) names the way that still works',
    async (code, status, hint) => {
      provide({ withGoogle: () => Promise.resolve(named) });
      const { press, dialog } = await openTeacherDialog({
        [FIREBASE]: () => errorResponse(status, 'No.', { code }),
      });
      await press(GOOGLE);
      expect(await dialog().findByRole('alert')).toHaveTextContent('No.');
      expect(dialog().getByRole('status')).toHaveTextContent(hint);
    },
  );

  it('keeps its dialog while its window is open, beside which a press is soon made', async () => {
    const { answer, give } = later<typeof named>();
    provide({ withGoogle: () => answer });
    const { user, press, dialog } = await openTeacherDialog({ [FIREBASE]: () => json({ user: rivera }) });
    await press(GOOGLE);
    await user.keyboard('{Escape}');
    expect(dialog().getByText(/Continue in Google's window/)).toBeVisible();
    give(named);
    expect(await welcome()).toBeVisible();
  });

  it('is not cancelled by the second click of a double one, which meets Cancel', async () => {
    provide({ withGoogle: () => new Promise(() => undefined) });
    const { press, dialog } = await openTeacherDialog();
    vi.useFakeTimers({ toFake: ['performance'] });
    await press(GOOGLE);
    vi.advanceTimersByTime(499);
    await press('Cancel');
    expect(dialog().getByRole('button', { name: 'Waiting for Google' })).toHaveFocus();
    vi.advanceTimersByTime(1);
    await press('Cancel');
    expect(dialog().getByRole('button', { name: GOOGLE })).toHaveFocus();
  });

  it('says what to look at when no window has come in 10 seconds', async () => {
    provide({ withGoogle: () => new Promise(() => undefined) });
    const { dialog } = await openTeacherDialog();
    vi.useFakeTimers();
    fireEvent.click(dialog().getByRole('button', { name: GOOGLE }));
    await act(() => vi.advanceTimersByTimeAsync(9000));
    expect(dialog().getByRole('status')).not.toHaveTextContent('internet');
    await act(() => vi.advanceTimersByTimeAsync(2000));
    expect(dialog().getByRole('status')).toHaveTextContent(/check the internet connection, or cancel/);
  });

  it('is ignored after Cancel, whatever happens in the popup', async () => {
    const { answer, give } = later<typeof named>();
    provide({ withGoogle: () => answer });
    const { user, press, sent } = await openTeacherDialog({ [FIREBASE]: () => json({ user: rivera }) });
    await press(GOOGLE);
    await screen.findByText(/Continue in Google's window/);
    await user.keyboard('{Tab}{Enter}');
    expect(screen.queryByText(/Continue in Google's window/)).toBeNull();
    give(named);
    await answer;
    expect(sent()).toEqual([]);
    expect(localStorage.getItem('temp_user')).toBeNull();
  });

  it('gives way to a sign-in by e-mail', async () => {
    const google = later<typeof named>();
    const email = later<typeof named>();
    provide({ withGoogle: () => google.answer, withEmail: () => email.answer });
    const { press, type, sent } = await openTeacherDialog({
      'POST /api/auth/teacher': () => json({ user: rivera }),
      [FIREBASE]: () => json({ user: rivera }),
    });
    await press(GOOGLE);
    await type('Email', 'rivera@school.test');
    await type('Password', 'sunflower{Enter}');
    google.give(named);
    await google.answer;
    email.give({ ...named, idToken: 'by-email' });
    expect(await welcome()).toBeVisible();
    expect(sent()).toEqual([{ path: '/api/auth/teacher', body: { idToken: 'by-email' } }]);
  });

  it('of somebody who has an account here with the same e-mail connects the two by its password', async () => {
    provide({ withGoogle: () => Promise.resolve(named) });
    const { user, press, sent } = await openTeacherDialog({
      [FIREBASE]: ({ body }) =>
        JSON.stringify(body).includes('local-secret')
          ? json({ user: rivera })
          : errorResponse(409, 'Link.', { code: 'link_required' }),
    });
    await press(GOOGLE);
    const step = await screen.findByRole('dialog', { name: 'Connect your account' });
    expect(step).toHaveTextContent('rivera@school.test');
    await user.keyboard('local-secret{Enter}');
    expect(await welcome()).toBeVisible();
    expect(sent().at(-1)?.body).toEqual({ idToken: 'token-of-elena', password: 'local-secret' });
  });

  it("says so when the server didn't say whether there is an identity provider", async () => {
    const { press, dialog, sent } = await openTeacherDialog({
      'GET /api/auth/config': () => errorResponse(500, 'No.'),
    });
    await press(GOOGLE);
    expect(dialog().getByRole('alert')).toHaveTextContent('Network error. Please try again.');
    expect(sent()).toEqual([]);
  });

  // spec: 2.18
  it('says that none is configured when the server learnt it before the page did', async () => {
    provide({ withGoogle: () => Promise.resolve(named) });
    const sentence = 'Firebase authentication is not configured. Please set up Firebase credentials.';
    const { press, dialog } = await openTeacherDialog({
      [FIREBASE]: () => errorResponse(503, sentence, { code: 'identity_provider_not_configured' }),
    });
    await press(GOOGLE);
    expect(await dialog().findByRole('alert')).toHaveTextContent(sentence);
  });
});
