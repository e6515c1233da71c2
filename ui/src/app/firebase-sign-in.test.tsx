import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { config, later, named, project, provide, refuse } from '@/test-identity-provider';
import { json, refusal } from '@/test-server';

import { openApp, rivera } from './test-app';
import { openTeacherDialog } from './test-teacher-dialog';

vi.mock('@/features/session/identity-provider', () => import('@/test-identity-provider'));

// Their code is there before the first test's patience begins.
beforeAll(async () => {
  await Promise.all([
    import('./teacher-layout'),
    import('@/features/session/teacher-dialog-body'),
    import('@/features/session/create-account-form'),
    import('@/pages/teacher/no-classes'),
  ]);
}, 60_000);

beforeEach(() => {
  provide({});
});

afterEach(() => {
  vi.useRealTimers();
});

const TEACHER = 'POST /api/auth/teacher';
const REGISTER = 'POST /api/auth/register-teacher';
const LINK = { code: 'link_required' };
const noSentence = () => new Response('', { status: 500 });
const welcome = () => screen.findByRole('heading', { level: 1, name: 'Welcome, Elena Rivera!' });
const credentials = { username: 'rivera@school.test', password: 'sunflower' };
const hasToken = (body: unknown) => typeof body === 'object' && body !== null && 'idToken' in body;

async function signIn(handlers: Parameters<typeof openTeacherDialog>[0]) {
  const opened = await openTeacherDialog(handlers);
  await opened.type('Email', credentials.username);
  await opened.type('Password', `${credentials.password}{Enter}`);
  return opened;
}

/** Lets in who comes with a token, and who has the password here. */
const bothWays = { [TEACHER]: () => json({ user: rivera }) };
const onlyWithToken = {
  [TEACHER]: ({ body }: { body: unknown }) =>
    hasToken(body) ? json({ user: rivera }) : refusal(401, 'Incorrect e-mail or password.'),
};

describe('a teacher with e-mail and password', () => {
  it('is asked for by the identity provider first, and comes in with its token alone', async () => {
    const asked: string[][] = [];
    provide({
      withEmail: (...given) => {
        asked.push(given);
        return Promise.resolve(named);
      },
    });
    const { sent } = await signIn(onlyWithToken);
    expect(await welcome()).toBeVisible();
    expect(asked).toEqual([['rivera@school.test', 'sunflower']]);
    expect(sent()).toEqual([{ path: '/api/auth/teacher', body: { idToken: 'token-of-elena' } }]);
  });

  it.each([
    ['knows no such account', 'invalid-credential'],
    ['is too busy', 'too-many-requests'],
    ["can't be reached", 'network-request-failed'],
    ['has no sign-in by e-mail', 'operation-not-allowed'],
    ['has another trouble', 'api-key-not-valid.-please-pass-a-valid-api-key.'],
    ['says what nobody has heard before', 'brand-new'],
  ])('comes in with the account here when the provider %s', async (_case, code) => {
    provide({ withEmail: refuse(code) });
    const { sent } = await signIn(bothWays);
    expect(await welcome()).toBeVisible();
    expect(sent()).toEqual([{ path: '/api/auth/teacher', body: credentials }]);
  });

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

  it('whose account the provider has disabled is told so, and the account here is not tried', async () => {
    provide({ withEmail: refuse('user-disabled') });
    const { dialog, sent } = await signIn(bothWays);
    expect(await dialog().findByRole('alert')).toHaveTextContent(/^This account is disabled\./);
    expect(sent()).toEqual([]);
  });

  it.each([
    ['knows no such account', 'invalid-credential', /^Incorrect e-mail or password\.$/, null],
    ['has no sign-in by e-mail', 'operation-not-allowed', /^Incorrect e-mail or password\.$/, null],
    [
      "can't be reached",
      'network-request-failed',
      /^Network error\. Please try again\.$/,
      /^Without internet you can sign in with the password for this computer/,
    ],
    ['is too busy', 'too-many-requests', /^Too many attempts\. Please wait a few minutes/, null],
    ["doesn't know the API key", 'invalid-api-key', /^Firebase doesn’t accept this school’s settings/, null],
    ['says what nobody has heard before', 'brand-new', /^Sign-in failed$/, null],
  ])(
    'refused here too, when the provider %s, is told what is the matter',
    async (_case, code, text, hint) => {
      provide({ withEmail: refuse(code) });
      const { dialog } = await signIn(onlyWithToken);
      expect(await dialog().findByRole('alert')).toHaveTextContent(text);
      expect(dialog().queryByRole('status')?.textContent ?? null).toEqual(
        hint === null ? null : expect.stringMatching(hint),
      );
      expect(dialog().getByLabelText('Email')).toHaveValue('rivera@school.test');
    },
  );

  it.each([
    [
      'the sentence of the server',
      () => refusal(401, 'There is no account yet.'),
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
    const { dialog, sent } = await signIn({ [TEACHER]: answer });
    expect(await dialog().findByRole('alert')).toHaveTextContent(text);
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
    const { user, press, dialog } = await signIn(bothWays);
    await press('Signing in');
    await press('Sign in with Google');
    await user.keyboard('{Escape}');
    expect(dialog().getByLabelText('Email')).toBeVisible();
    give(named);
    expect(await welcome()).toBeVisible();
    expect(asked).toEqual(['rivera@school.test']);
  });
});

describe('an account here with the same e-mail', () => {
  const linked = {
    [TEACHER]: ({ body }: { body: unknown }) => {
      if (typeof body !== 'object' || body === null || !('password' in body))
        return refusal(409, 'Link.', LINK);
      if (body.password === 'local-secret') return json({ user: rivera });
      return refusal(401, 'This is not the password of the account here.', { code: 'invalid_credentials' });
    },
  };

  beforeEach(() => {
    provide({ withEmail: () => Promise.resolve(named) });
  });

  it('is connected once its password is typed, whose field has the focus', async () => {
    const { user, sent } = await signIn(linked);
    const step = await screen.findByRole('dialog', { name: 'Connect your account' });
    expect(step).toHaveTextContent('rivera@school.test');
    expect(screen.getByLabelText('GoalBucks password')).toHaveFocus();
    await user.keyboard('local-secret{Enter}{Enter}');
    expect(await welcome()).toBeVisible();
    expect(sent().map(({ body }) => body)).toEqual([
      { idToken: 'token-of-elena' },
      { idToken: 'token-of-elena', password: 'local-secret' },
    ]);
  });

  it('needs that password, and a wrong one is said under its field', async () => {
    const { user, press, sent } = await signIn(linked);
    await screen.findByRole('dialog', { name: 'Connect your account' });
    const field = screen.getByLabelText('GoalBucks password');
    await press('Connect and Sign In');
    expect(field).toHaveAccessibleDescription('Password is required.');
    expect(sent()).toHaveLength(1);
    await user.type(field, 'guess{Enter}');
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    expect(field).toHaveAccessibleDescription('This is not the password of the account here.');
    expect(field).toHaveFocus();
    expect(field).toHaveValue('guess');
  });

  it.each([
    [
      'too many tries',
      () => refusal(429, 'Too many attempts.', { code: 'too_many_attempts' }),
      /^Too many att/,
    ],
    [
      'a token that has grown too old',
      () => refusal(401, 'Sign in again.', { code: 'invalid_token' }),
      /^Sign in/,
    ],
    ['no sentence', noSentence, /^Authentication failed$/],
  ])('and %s: it says so above the button', async (_case, answer, text) => {
    let asked = 0;
    const { user, dialog } = await signIn({
      [TEACHER]: () => ((asked += 1) === 1 ? refusal(409, 'Link.', LINK) : answer()),
    });
    await screen.findByRole('dialog', { name: 'Connect your account' });
    await user.keyboard('local-secret{Enter}');
    expect(await dialog().findByRole('alert')).toHaveTextContent(text);
  });

  it('can be left: Back leads to the form, which knows the e-mail, and Escape closes', async () => {
    const { user, press } = await signIn(linked);
    await screen.findByRole('dialog', { name: 'Connect your account' });
    await press('Back');
    expect(screen.getByRole('dialog', { name: 'Teacher Login' })).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveValue('rivera@school.test');
    expect(screen.getByLabelText('Email')).toHaveFocus();
    expect(screen.getByLabelText('Password')).toHaveValue('');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a new account', () => {
  async function register(handlers: Parameters<typeof openTeacherDialog>[0] = {}) {
    const opened = await openTeacherDialog(handlers);
    await opened.press('Create Account');
    await screen.findByLabelText('Full Name');
    await opened.type('Full Name', ' Elena Rivera ');
    await opened.type('Email', 'rivera@school.test');
    await opened.type('Password', 'sunflower{Enter}');
    return opened;
  }

  it('is made at the identity provider, then here with its token alone', async () => {
    const made: object[] = [];
    provide({
      withNewAccount: (account) => {
        made.push(account);
        return Promise.resolve(named);
      },
    });
    const { sent } = await register({ [REGISTER]: () => json({ user: rivera }, 201) });
    expect(await welcome()).toBeVisible();
    expect(made).toEqual([{ name: 'Elena Rivera', email: 'rivera@school.test', password: 'sunflower' }]);
    expect(sent()).toEqual([{ path: '/api/auth/register-teacher', body: { idToken: 'token-of-elena' } }]);
  });

  it.each([
    [
      'email-already-in-use',
      /^There is already an account with this e-mail\. Please sign in instead\.$/,
      null,
    ],
    ['network-request-failed', /^Network error\. Please try again\.$/, 'A new account needs internet.'],
    ['too-many-requests', /^Too many attempts/, null],
    ['operation-not-allowed', /^This way of signing in is turned off/, null],
    ['brand-new', /^Registration failed$/, null],
  ])('refused with %s says what to do and keeps what was typed', async (code, text, hint) => {
    provide({ withNewAccount: refuse(code) });
    const { dialog, sent } = await register();
    expect(await dialog().findByRole('alert')).toHaveTextContent(text);
    expect(dialog().queryByRole('status')?.textContent ?? null).toBe(hint);
    expect(dialog().getByLabelText('Full Name')).toHaveValue(' Elena Rivera ');
    expect(sent()).toEqual([]);
  });

  it.each([
    ['weak-password', 'Password', 'This password is too easy to guess. Please choose a longer one.'],
    ['invalid-email', 'Email', 'Write the whole address, like name@school.org.'],
  ])('refused with %s says so under the field %s', async (code, label, text) => {
    provide({ withNewAccount: refuse(code) });
    const { dialog } = await register();
    expect(await dialog().findByText(text)).toBeVisible();
    expect(dialog().getByLabelText(label)).toHaveAccessibleDescription(text);
  });

  it.each([
    ['the sentence of the server', () => refusal(409, 'That e-mail has an account.'), /^That e-mail has/],
    ['"Registration failed" without one', noSentence, /^Registration failed$/],
  ])('that the server refuses shows %s', async (_case, answer, text) => {
    provide({ withNewAccount: () => Promise.resolve(named) });
    const { dialog } = await register({ [REGISTER]: answer });
    expect(await dialog().findByRole('alert')).toHaveTextContent(text);
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
    await user.click(screen.getByRole('button', { name: 'Student Login' }));
    expect(await screen.findByLabelText('Class Code')).toBeVisible();
    expect(opened).toEqual([]);
  });
});
