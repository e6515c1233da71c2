import { act, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import type { AuthConfig } from '@/api/types';
import { later, project } from '@/testing/fake-identity-provider';
import { json } from '@/testing/fake-server';

import { authConfig, openApp, preload } from './app-test-utils';

vi.mock('@/features/sign-in/identity-provider', () => import('@/testing/fake-identity-provider'));

preload(
  () => import('@/features/sign-in/create-account-form'),
  () => import('@/features/sign-in/teacher-dialog-body'),
  () => import('@/features/sample-class/try-sample-class'),
);

afterEach(() => {
  vi.useRealTimers();
});

const here: AuthConfig = { ...authConfig, setupNeeded: true };
const elsewhere: AuthConfig = { ...here, teacherSignInAllowed: false, registrationAllowed: false };
const SET_UP = 'Set Up This Computer';
const TRY = 'Try a Sample Class';

const openLogin = (answer: () => Response | Promise<Response>) =>
  openApp('/', { handlers: { 'GET /api/auth/config': answer } });
/** The page's buttons without the menu of languages. */
const buttons = () =>
  screen
    .queryAllByRole('button')
    .filter((button) => !button.hasAttribute('aria-haspopup'))
    .map(({ textContent }) => textContent);

describe('a class computer without any account', () => {
  // spec: 2.1, 2.15
  it('has Set Up This Computer above the two logins on the computer itself', async () => {
    const { user } = openLogin(() => json(here));
    const setUp = await screen.findByRole('button', { name: SET_UP });
    await screen.findByRole('button', { name: TRY });
    expect(buttons()).toEqual([SET_UP, 'Teacher Login', 'Student Login', TRY]);
    await user.click(setUp);
    const dialog = within(screen.getByRole('dialog', { name: 'Create Account' }));
    expect(await dialog.findByLabelText('Full Name')).toHaveFocus();
    expect(dialog.getByRole('button', { name: 'Back to Login' })).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(buttons()).toEqual([SET_UP, 'Teacher Login', 'Student Login', TRY]);
    expect(screen.getByRole('button', { name: SET_UP })).toHaveFocus();
  });

  it('with an identity provider leads back to its sign-in, which may know the teacher', async () => {
    const { user } = openLogin(() => json({ ...here, identityProvider: project }));
    await user.click(await screen.findByRole('button', { name: SET_UP }));
    expect(await screen.findByText(/^To use your Google account instead, go back/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Back to Login' }));
    expect(await screen.findByRole('button', { name: 'Sign in with Google' })).toBeVisible();
  });

  // spec: 2.15
  it('tells another device that the teacher comes first, above the specified buttons', async () => {
    openLogin(() => json(elsewhere));
    expect(
      await screen.findByText(
        'Nobody can sign in yet: your teacher has to set up GoalBucks on the class computer first.',
      ),
    ).toBeVisible();
    expect(buttons()).toEqual(['Teacher Login', 'Student Login']);
  });

  // spec: 2.15
  it.each([
    ['itself', here, [TRY]],
    ['seen from another device', elsewhere, []],
  ])(
    '%s shows the ordinary page once the account is made, without a reload',
    async (_case, before, others) => {
      vi.useFakeTimers({ shouldAdvanceTime: true });
      let answer = before;
      openLogin(() => json(answer));
      const sentence = await screen.findByText(/the teacher|your teacher/);
      answer = { ...before, setupNeeded: false };
      await act(() => vi.advanceTimersByTimeAsync(5000));
      expect(sentence).not.toBeInTheDocument();
      expect(buttons()).toEqual(['Teacher Login', 'Student Login', ...others]);
    },
  );
});

describe('while the setup state is unknown', () => {
  it('no login button is shown', async () => {
    const { answer, give } = later<Response>();
    openLogin(() => answer);
    await screen.findByRole('heading', { level: 1 });
    expect(buttons()).toEqual([]);
    expect(screen.getByText('Loading...')).toBeInTheDocument();
    give(json(authConfig));
    expect(await screen.findByRole('button', { name: 'Student Login' })).toBeVisible();
    expect(screen.queryByText('Loading...')).toBeNull();
  });

  it('the default buttons are shown after an error', async () => {
    openLogin(() => new Response('', { status: 500 }));
    expect(await screen.findByRole('button', { name: 'Student Login' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Teacher Login' })).toBeVisible();
  });
});
