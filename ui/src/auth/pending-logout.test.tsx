import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';

import { connection } from '@/api/connection';
import { buildSession, buildStudentUser } from '@/testing/builders';
import { type Handlers, json, noContent, errorResponse, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';

import { useSignOut, useStudentSignIn } from './mutations';
import { useSession } from './session-context';

const amara = buildStudentUser({ name: 'Amara' });
const SESSION = 'GET /api/auth/session';
const SIGN_IN = 'POST /api/auth/student';
const LOGOUT = 'POST /api/auth/logout';
const away = () => Promise.reject(new TypeError('Failed to fetch'));

function Who() {
  const { user } = useSession();
  const signOut = useSignOut();
  const signIn = useStudentSignIn();
  return (
    <>
      <p>{user?.name ?? 'nobody'}</p>
      <button
        type="button"
        onClick={() => {
          signOut.mutate();
        }}
      >
        out
      </button>
      <button
        type="button"
        onClick={() => {
          signIn.mutate({ username: 'amara.o', password: 'sunny', classCode: 'K7M4QX' });
        }}
      >
        in
      </button>
    </>
  );
}

function show(handlers: Handlers) {
  const world: Handlers = {
    [SESSION]: () => json(buildSession({ user: amara })),
    [SIGN_IN]: () => json({ user: amara }),
    ...handlers,
  };
  const calls = serve(world);
  const page = render(<Who />);
  const sent = () => calls.map(({ method, path }) => `${method} ${path}`).filter((call) => call !== SESSION);
  return { page, sent, world };
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const pending = () => localStorage.getItem('logout_pending') !== null;

/** Signs out while the class computer can't be reached. */
async function signOutInVain(handlers: Handlers = {}) {
  localStorage.setItem('temp_user', JSON.stringify(amara));
  const shown = show({ [LOGOUT]: away, ...handlers });
  await press('out');
  expect(screen.getByText('nobody')).toBeVisible();
  await waitFor(() => {
    expect(connection.isOnline()).toBe(false);
  });
  expect(pending()).toBe(true);
  return shown;
}

/** Waits until the health check reaches the class computer again. */
async function comeBack() {
  await waitFor(() => {
    expect(connection.isOnline()).toBe(true);
  });
}

describe('a logout that the server has not heard of', () => {
  // spec: 2.24
  it('is sent as soon as the connection is back', async () => {
    const { sent, world } = await signOutInVain();
    world[LOGOUT] = noContent;
    await comeBack();
    await waitFor(() => {
      expect(pending()).toBe(false);
    });
    expect(sent()).toEqual([LOGOUT, LOGOUT]);
  });

  it('is sent at the next start', async () => {
    localStorage.setItem('logout_pending', 'yes');
    const { sent } = show({ [LOGOUT]: noContent });
    await waitFor(() => {
      expect(pending()).toBe(false);
    });
    expect(sent()).toEqual([LOGOUT]);
  });

  it('is over before somebody signs in, and is not sent afterwards', async () => {
    localStorage.setItem('logout_pending', 'yes');
    let answer: (response: Response) => void = () => undefined;
    const late = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    const { sent } = show({ [LOGOUT]: () => late });
    await press('in');
    expect(sent()).toEqual([LOGOUT]);
    answer(errorResponse(500, 'It broke.'));
    expect(await screen.findByText('Amara')).toBeVisible();
    expect(sent()).toEqual([LOGOUT, SIGN_IN]);
    expect(pending()).toBe(false);
  });

  it('is not sent when somebody signed in meanwhile', async () => {
    const { sent, world } = await signOutInVain();
    await press('in');
    expect(await screen.findByText('Amara')).toBeVisible();
    world[LOGOUT] = noContent;
    const before = sent();
    await act(comeBack);
    expect(sent()).toEqual(before);
  });
});
