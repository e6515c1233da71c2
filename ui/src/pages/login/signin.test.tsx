import { screen, within } from '@testing-library/react';
import { Route, Routes, useLocation } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { config, later, named, project, provide, refuse } from '@/testing/fake-identity-provider';
import { type Handlers, json, noContent, errorResponse, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';

import SignInPage from './signin';

vi.mock('@/features/sign-in/identity-provider', () => import('@/testing/fake-identity-provider'));

const DELIVER = 'POST /api/auth/handoff/deliver';
const button = () => screen.findByRole('button', { name: 'Sign in with Google' });

beforeEach(() => {
  provide({ withGoogle: () => Promise.resolve(named) });
});

function Address() {
  const { pathname, hash } = useLocation();
  return <output aria-label="Address">{pathname + hash}</output>;
}

function open(path: string, handlers: Handlers = {}) {
  const calls = serve({ 'GET /api/auth/config': () => json(config), [DELIVER]: noContent, ...handlers });
  const { user } = render(
    <>
      <Routes>
        <Route path="/" element={<p>The login screen</p>} />
        <Route path="/signin" element={<SignInPage />} />
      </Routes>
      <Address />
    </>,
    { path },
  );
  const delivered = () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
  return { user, calls, delivered };
}

describe('the page of the desktop window in the browser', () => {
  it('takes the hand-off out of the address at once, and keeps nothing', async () => {
    open('/signin#h=secret');
    expect(screen.getByLabelText('Address')).toHaveTextContent(/^\/signin$/);
    expect(await button()).toBeVisible();
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
  });

  it("loads the identity provider's code before the press, delivers whom Google names, and leads back", async () => {
    const opened = provide({ withGoogle: () => Promise.resolve(named) });
    const { user, calls, delivered } = open('/signin#h=secret');
    await button();
    await expect.poll(() => opened).toEqual([project]);
    await user.click(await button());
    expect(await screen.findByRole('heading', { level: 1, name: 'Google knows who you are' })).toBeVisible();
    expect(screen.getByText(/^Go back to the GoalBucks window and press Continue\./)).toBeVisible();
    expect(delivered()).toEqual([{ handoff: 'secret', idToken: 'token-of-elena' }]);
    expect(new Set(calls.map(({ path }) => path))).toEqual(
      new Set(['/api/auth/config', '/api/auth/handoff/deliver']),
    );
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
  });

  it('opens one window of Google’s, and after Cancel delivers nobody', async () => {
    const { answer, give } = later<typeof named>();
    let opened = 0;
    provide({
      withGoogle: () => {
        opened += 1;
        return answer;
      },
    });
    const { user, delivered } = open('/signin#h=secret');
    await user.click(await button());
    await user.click(await screen.findByRole('button', { name: 'Waiting for Google' }));
    expect(opened).toBe(1);
    screen.getByRole('button', { name: 'Cancel' }).focus();
    await user.keyboard('{Enter}');
    expect(await button()).toHaveFocus();
    give(named);
    await answer;
    expect(delivered()).toEqual([]);
  });

  it.each([
    ['popup-blocked', 'alert', /^Your browser blocked Google’s window/],
    ['popup-closed-by-user', 'status', /^Google sign-in was cancelled\.$/],
    ['internal-error', 'alert', /^Network error\. Please try again\.$/],
    ['brand-new', 'alert', /^Google sign-in failed$/],
  ])('says what %s means, and offers the button again', async (code, role, text) => {
    provide({ withGoogle: refuse(code) });
    const { user } = open('/signin#h=secret');
    await user.click(await button());
    expect(await within(screen.getByRole('main')).findByRole(role)).toHaveTextContent(text);
    expect(await button()).toBeVisible();
  });

  it('says that it is over when it is', async () => {
    const { user } = open('/signin#h=secret', { [DELIVER]: () => errorResponse(410, 'Over.') });
    await user.click(await button());
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /^This sign-in is over.*Go back to the GoalBucks/,
    );
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('tells what the server refuses, and can try again', async () => {
    let asked = 0;
    const { user } = open('/signin#h=secret', {
      [DELIVER]: () => ((asked += 1) === 1 ? errorResponse(401, 'The clock is wrong.') : noContent()),
    });
    await user.click(await button());
    expect(await screen.findByRole('alert')).toHaveTextContent('The clock is wrong.');
    await user.click(await button());
    expect(await screen.findByRole('heading', { name: 'Google knows who you are' })).toBeVisible();
  });

  it.each(['/signin', '/signin#h=', '/signin#other=1'])('opened as %s offers no sign-in', async (address) => {
    const opened = provide({});
    const { user } = open(address);
    expect(
      screen.getByRole('heading', { level: 1, name: 'There is no sign-in to finish here' }),
    ).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
    expect(opened).toEqual([]);
    await user.click(screen.getByRole('link', { name: 'Go to the start' }));
    expect(screen.getByText('The login screen')).toBeVisible();
  });

  it('without an identity provider says so', async () => {
    open('/signin#h=secret', { 'GET /api/auth/config': () => json({ ...config, identityProvider: null }) });
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(
      'Firebase authentication is not configured. Please set up Firebase credentials.',
    );
  });

  it('that the class computer does not answer offers to try again', async () => {
    let asked = 0;
    const { user } = open('/signin#h=secret', {
      'GET /api/auth/config': () => ((asked += 1) === 1 ? errorResponse(500, 'No.') : json(config)),
    });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await button()).toBeVisible();
  });
});
