import { fireEvent } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { config, named, provide, refuse } from '@/testing/fake-identity-provider';
import { json, errorResponse } from '@/testing/fake-server';

import { rivera } from './app-test-utils';
import { fillInNewAccount, prepareNewAccounts, welcome } from './teacher-dialog-test-utils';

vi.mock('@/features/sign-in/identity-provider', () => import('@/testing/fake-identity-provider'));

prepareNewAccounts();

afterEach(() => {
  vi.useRealTimers();
});

const REGISTER = 'POST /api/auth/register-teacher';
const GOOGLE_BEFORE = 'If you signed in with Google before, go back and press Sign in with Google.';
const noSentence = () => new Response('', { status: 500 });

describe('a new account', () => {
  const register = (handlers = {}) => fillInNewAccount(handlers, ' Elena Rivera ', 'sunflower{Enter}');

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
      GOOGLE_BEFORE,
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

  it('that has been made here before, with Google, is told how to sign in', async () => {
    provide({ withNewAccount: () => Promise.resolve(named) });
    const { dialog } = await register({
      [REGISTER]: () => errorResponse(409, 'That e-mail has an account.', { code: 'email_taken' }),
    });
    expect(await dialog().findByRole('status')).toHaveTextContent(GOOGLE_BEFORE);
  });

  it('of a class computer without a provider hears nothing of Google', async () => {
    const { dialog } = await register({
      'GET /api/auth/config': () => json({ ...config, identityProvider: null }),
      [REGISTER]: () => errorResponse(409, 'That e-mail has an account.', { code: 'email_taken' }),
    });
    await dialog().findByRole('alert');
    expect(dialog().queryByRole('status')).toBeNull();
  });

  it('waits for the provider no longer than 20 seconds', async () => {
    provide({ withNewAccount: () => new Promise(() => undefined) });
    const opened = await fillInNewAccount();
    vi.useFakeTimers();
    fireEvent.click(opened.dialog().getByRole('button', { name: 'Create Account' }));
    await vi.advanceTimersByTimeAsync(19_000);
    expect(opened.dialog().queryByRole('alert')).toBeNull();
    await vi.advanceTimersByTimeAsync(2000);
    vi.useRealTimers();
    expect(opened.dialog().getByRole('alert')).toHaveTextContent('Network error. Please try again.');
    expect(opened.dialog().getByRole('status')).toHaveTextContent('A new account needs internet.');
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
    [
      'the sentence of the server',
      () => errorResponse(409, 'That e-mail has an account.'),
      /^That e-mail has/,
    ],
    ['"Registration failed" without one', noSentence, /^Registration failed$/],
  ])('that the server refuses shows %s', async (_case, answer, text) => {
    provide({ withNewAccount: () => Promise.resolve(named) });
    const { dialog } = await register({ [REGISTER]: answer });
    expect(await dialog().findByRole('alert')).toHaveTextContent(text);
  });

  it.each([
    ['identity_provider_unreachable', 503, 'A new account needs internet.'],
    ['invalid_token', 401, null],
  ])('that the class computer cannot check (%s) names no password for it', async (code, status, hint) => {
    provide({ withNewAccount: () => Promise.resolve(named) });
    const { dialog } = await register({ [REGISTER]: () => errorResponse(status, 'No.', { code }) });
    expect(await dialog().findByRole('alert')).toHaveTextContent('No.');
    expect(dialog().queryByRole('status')?.textContent ?? null).toBe(hint);
  });
});
