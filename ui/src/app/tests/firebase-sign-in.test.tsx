import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { config, later, named, project, provide, refuse } from '@/testing/fake-identity-provider';
import { json, errorResponse } from '@/testing/fake-server';

import { openApp, preload, rivera } from './app-test-utils';
import { credentials, openTeacherDialog, signInByEmail, TEACHER, welcome } from './teacher-dialog-test-utils';

vi.mock('@/features/sign-in/identity-provider', () => import('@/testing/fake-identity-provider'));

preload(
  () => import('@/app/teacher-routes'),
  () => import('@/features/sign-in/teacher-dialog-body'),
  () => import('@/pages/teacher/no-classes'),
);

beforeEach(() => {
  provide({});
});

afterEach(() => {
  vi.useRealTimers();
});

const GOOGLE_BEFORE = /^If you signed in with Google before, press Sign in with Google\.$/;
const NOT_HERE_EITHER = /^No internet, and this is not the password for this computer\.$/;

const noSentence = () => new Response('', { status: 500 });
const hasToken = (body: unknown) => typeof body === 'object' && body !== null && 'idToken' in body;

/** The provider accepted the sign-in, but the class computer can't verify its token. */
const cannotReach = () =>
  errorResponse(503, "Can't reach Google.", { code: 'identity_provider_unreachable' });
const wrongClock = () => errorResponse(401, 'The clock seems to be wrong.', { code: 'invalid_token' });

/** Accepts a sign-in with the provider's token, and one with the local password. */
const bothWays = { [TEACHER]: () => json({ user: rivera }) };
/** Accepts only the provider's token. */
const onlyWithToken = {
  [TEACHER]: ({ body }: { body: unknown }) =>
    hasToken(body) ? json({ user: rivera }) : errorResponse(401, 'Incorrect e-mail or password.'),
};

describe('a teacher with e-mail and password', () => {
  // spec: 2.10
  it('is asked for by the identity provider first, and comes in with its token alone', async () => {
    const asked: string[][] = [];
    provide({
      withEmail: (...given) => {
        asked.push(given);
        return Promise.resolve(named);
      },
    });
    const { sent } = await signInByEmail(onlyWithToken);
    expect(await welcome()).toBeVisible();
    expect(asked).toEqual([['rivera@school.test', 'sunflower']]);
    expect(sent()).toEqual([{ path: '/api/auth/teacher', body: { idToken: 'token-of-elena' } }]);
  });

  it.each([
    ['knows no such account', 'invalid-credential'],
    ['is too busy', 'too-many-requests'],
    ["can't be reached", 'network-request-failed'],
    ['has no sign-in by e-mail', 'operation-not-allowed'],
    ['has disabled the account', 'user-disabled'],
    ['has another trouble', 'api-key-not-valid.-please-pass-a-valid-api-key.'],
    ['says what nobody has heard before', 'brand-new'],
  ])('comes in with the account here when the provider %s', async (_case, code) => {
    provide({ withEmail: refuse(code) });
    const { sent } = await signInByEmail(bothWays);
    expect(await welcome()).toBeVisible();
    expect(sent()).toEqual([{ path: '/api/auth/teacher', body: credentials }]);
  });

  // spec: 2.10
  it("comes in with the account here when the provider doesn't answer within 6 seconds", async () => {
    const opened = provide({ withEmail: () => new Promise(() => undefined) });
    const { dialog, type, sent } = await openTeacherDialog(bothWays);
    await type('Email', credentials.username);
    await type('Password', credentials.password);
    await expect.poll(() => opened).toHaveLength(1);
    vi.useFakeTimers();
    fireEvent.click(dialog().getByRole('button', { name: 'Teacher Login' }));
    await vi.advanceTimersByTimeAsync(5999);
    expect(sent()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();
    expect(await welcome()).toBeVisible();
    expect(sent()).toEqual([{ path: '/api/auth/teacher', body: credentials }]);
  });

  it.each([
    ['knows no such account', 'invalid-credential', /^Incorrect e-mail or password\.$/, GOOGLE_BEFORE],
    ['has no sign-in by e-mail', 'operation-not-allowed', /^Incorrect e-mail or password\.$/, GOOGLE_BEFORE],
    ['has disabled the account', 'user-disabled', /^This account is disabled\./, null],
    ["can't be reached", 'network-request-failed', /^Network error\. Please try again\.$/, NOT_HERE_EITHER],
    ['is too busy', 'too-many-requests', /^Too many attempts\. Please wait a few minutes/, null],
    ["doesn't know the API key", 'invalid-api-key', /^Firebase doesn’t accept this school’s settings/, null],
    ['says what nobody has heard before', 'brand-new', /^Sign-in failed$/, null],
  ])(
    'refused here too, when the provider %s, is told what is the matter',
    async (_case, code, text, hint) => {
      provide({ withEmail: refuse(code) });
      const { dialog } = await signInByEmail(onlyWithToken);
      expect(await dialog().findByRole('alert')).toHaveTextContent(text);
      expect(dialog().queryByRole('status')?.textContent ?? null).toEqual(
        hint === null ? null : expect.stringMatching(hint),
      );
      expect(dialog().getByLabelText('Email')).toHaveValue('rivera@school.test');
    },
  );

  it.each([
    ['refused here too', config],
    ['without a provider', { ...config, identityProvider: null }],
  ])('%s types the password anew, over the wrong one', async (_case, ofComputer) => {
    provide({ withEmail: refuse('invalid-credential') });
    const { user, dialog } = await signInByEmail({
      ...onlyWithToken,
      'GET /api/auth/config': () => json(ofComputer),
    });
    await dialog().findByRole('alert');
    expect(dialog().getByLabelText('Password')).toHaveFocus();
    await user.keyboard('other');
    expect(dialog().getByLabelText('Password')).toHaveValue('other');
  });

  it('without internet is not told that the password is wrong when the computer itself has trouble', async () => {
    provide({ withEmail: refuse('network-request-failed') });
    const { dialog } = await signInByEmail({ [TEACHER]: () => errorResponse(503, 'Busy.') });
    expect(await dialog().findByRole('alert')).toHaveTextContent('Busy.');
    expect(dialog().queryByRole('status')).toBeNull();
  });

  // spec: 2.18
  it.each([
    [
      'the sentence of the server',
      () => errorResponse(401, 'There is no account yet.'),
      /^There is no account yet\.$/,
    ],
    ['"Authentication failed" without one', noSentence, /^Authentication failed$/],
    [
      'a network error',
      () => Promise.reject(new TypeError('Failed to fetch')),
      /^Network error\. Please try again\.$/,
    ],
  ])('whom the provider knows, but not the server, sees %s', async (_case, answer, text) => {
    provide({ withEmail: () => Promise.resolve(named) });
    const { dialog, sent } = await signInByEmail({ [TEACHER]: answer });
    expect(await dialog().findByRole('alert')).toHaveTextContent(text);
    expect(sent()).toHaveLength(1);
  });

  it.each([
    ["can't reach Google", cannotReach],
    ['has a wrong clock', wrongClock],
  ])(
    'comes in with the account here when the provider agrees, but the computer %s',
    async (_case, answer) => {
      provide({ withEmail: () => Promise.resolve(named) });
      const { sent } = await signInByEmail({
        [TEACHER]: ({ body }) => (hasToken(body) ? answer() : json({ user: rivera })),
      });
      expect(await welcome()).toBeVisible();
      expect(sent().map(({ body }) => body)).toEqual([{ idToken: 'token-of-elena' }, credentials]);
    },
  );

  it.each([
    ["can't reach Google", cannotReach, "Can't reach Google.", NOT_HERE_EITHER],
    ['has a wrong clock', wrongClock, 'The clock seems to be wrong.', /^Meanwhile you can sign in with the/],
  ])(
    'whose password is not that of the account here is told when the computer %s',
    async (_case, answer, text, hint) => {
      provide({ withEmail: () => Promise.resolve(named) });
      const { dialog } = await signInByEmail({
        [TEACHER]: ({ body }) =>
          hasToken(body) ? answer() : errorResponse(401, 'Incorrect e-mail or password.'),
      });
      expect(await dialog().findByRole('alert')).toHaveTextContent(text);
      expect(dialog().getByRole('status')).toHaveTextContent(hint);
      expect(dialog().getByRole('status')).toHaveTextContent(/the password for this computer/);
    },
  );

  it('that the server refuses for another reason is not tried at the account here', async () => {
    provide({ withEmail: () => Promise.resolve(named) });
    const { dialog, sent } = await signInByEmail({
      [TEACHER]: () => errorResponse(503, 'Not set up.', { code: 'identity_provider_not_configured' }),
    });
    expect(await dialog().findByRole('alert')).toHaveTextContent('Not set up.');
    expect(sent()).toHaveLength(1);
  });

  it('is sent once, however often the button is pressed, and the dialog stays meanwhile', async () => {
    const { answer, give } = later<typeof named>();
    const asked: string[] = [];
    provide({
      withEmail: (email) => {
        asked.push(email);
        return answer;
      },
    });
    const { user, press, dialog } = await signInByEmail(bothWays);
    await press('Signing in');
    await press('Sign in with Google');
    await user.keyboard('{Escape}');
    expect(dialog().getByLabelText('Email')).toBeVisible();
    give(named);
    expect(await welcome()).toBeVisible();
    expect(asked).toEqual(['rivera@school.test']);
  });
});

describe("the identity provider's code", () => {
  it('is loaded when the teacher dialog opens, before any press', async () => {
    const opened = provide({});
    await openTeacherDialog();
    await expect.poll(() => opened).toEqual([project]);
  });

  it('is loaded neither for the login screen nor for the student dialog', async () => {
    const opened = provide({});
    const { user, calls } = openApp('/', { handlers: { 'GET /api/auth/config': () => json(config) } });
    await expect.poll(() => calls.some(({ path }) => path === '/api/auth/config')).toBe(true);
    await user.click(await screen.findByRole('button', { name: 'Student Login' }));
    expect(await screen.findByLabelText('Class Code')).toBeVisible();
    expect(opened).toEqual([]);
  });
});
