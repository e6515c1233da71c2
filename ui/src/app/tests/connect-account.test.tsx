import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { named, provide } from '@/testing/fake-identity-provider';
import { json, errorResponse } from '@/testing/fake-server';

import { preload, rivera } from './app-test-utils';
import { signInByEmail, TEACHER, welcome } from './teacher-dialog-test-utils';

vi.mock('@/features/sign-in/identity-provider', () => import('@/testing/fake-identity-provider'));

preload(
  () => import('@/app/teacher-routes'),
  () => import('@/features/sign-in/teacher-dialog-body'),
  () => import('@/pages/teacher/no-classes'),
);

const LINK = { code: 'link_required' };
const noSentence = () => new Response('', { status: 500 });

describe('a local account with the same e-mail', () => {
  const linked = {
    [TEACHER]: ({ body }: { body: unknown }) => {
      if (typeof body !== 'object' || body === null || !('password' in body))
        return errorResponse(409, 'Link.', LINK);
      if (body.password === 'local-secret') return json({ user: rivera });
      return errorResponse(401, 'This is not the password of the account here.', {
        code: 'invalid_credentials',
      });
    },
  };

  beforeEach(() => {
    provide({ withEmail: () => Promise.resolve(named) });
  });

  // spec: 2.11
  it('is connected once its password is typed, whose field has the focus', async () => {
    const { user, sent } = await signInByEmail(linked);
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
    const { user, press, sent } = await signInByEmail(linked);
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
      () => errorResponse(429, 'Too many attempts.', { code: 'too_many_attempts' }),
      /^Too many att/,
    ],
    ['no sentence', noSentence, /^Authentication failed$/],
  ])('and %s: it says so above the button', async (_case, answer, text) => {
    let asked = 0;
    const { user, dialog } = await signInByEmail({
      [TEACHER]: () => ((asked += 1) === 1 ? errorResponse(409, 'Link.', LINK) : answer()),
    });
    await screen.findByRole('dialog', { name: 'Connect your account' });
    await user.keyboard('local-secret{Enter}');
    expect(await dialog().findByRole('alert')).toHaveTextContent(text);
  });

  describe.each([
    ['a token that has grown too old', () => errorResponse(401, 'Expired.', { code: 'invalid_token' })],
    ['a Google out of reach', () => errorResponse(503, 'Away.', { code: 'identity_provider_unreachable' })],
  ])('with %s', (_case, unchecked) => {
    const answers = (local: () => Response) => ({
      [TEACHER]: ({ body }: { body: unknown }) => {
        if (typeof body !== 'object' || body === null || !('password' in body))
          return errorResponse(409, 'Link.', LINK);
        return 'idToken' in body ? unchecked() : local();
      },
    });

    it('is signed in to by its password alone, and stays to be connected', async () => {
      const { user, sent } = await signInByEmail(answers(() => json({ user: rivera })));
      await screen.findByRole('dialog', { name: 'Connect your account' });
      await user.keyboard('local-secret{Enter}');
      expect(await welcome()).toBeVisible();
      expect(await screen.findByText('Signed in, but not connected')).toBeVisible();
      expect(sent().at(-1)?.body).toEqual({ username: 'rivera@school.test', password: 'local-secret' });
    });

    it('still needs that password, and a wrong one is said under its field', async () => {
      const wrong = () =>
        errorResponse(401, 'Incorrect e-mail or password.', { code: 'invalid_credentials' });
      const { user } = await signInByEmail(answers(wrong));
      await screen.findByRole('dialog', { name: 'Connect your account' });
      await user.keyboard('guess{Enter}');
      expect(await screen.findByText('Incorrect e-mail or password.')).toBeVisible();
      expect(screen.getByLabelText('GoalBucks password')).toHaveAccessibleDescription(
        'Incorrect e-mail or password.',
      );
    });
  });

  it('can be cancelled: Back returns to the form with the e-mail, Escape closes the dialog', async () => {
    const { user, press } = await signInByEmail(linked);
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
