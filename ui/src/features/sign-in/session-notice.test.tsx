import { i18n } from '@lingui/core';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { useSession } from '@/auth/session-context';
import { Dialog, NoticeContext } from '@/components/dialog/dialog';
import { setDeviceLanguage, startLanguage, withMessages } from '@/lib/language';
import { buildStudentUser } from '@/testing/builders';
import { json, errorResponse, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';

import { SessionNotice } from './session-notice';

const amara = buildStudentUser();

const MINUTE = 60_000;
const IDLE = /^Nothing was done here for a while\. You will be signed out at/;

const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function Who() {
  const { user, endedFor } = useSession();
  return <p>{user ? user.name : `ended for ${endedFor?.name ?? 'nobody'}`}</p>;
}

function SignIn() {
  const { user, signIn } = useSession();
  if (user) return <SessionNotice />;
  return (
    <button
      type="button"
      onClick={() => {
        signIn(amara);
      }}
    >
      Login
    </button>
  );
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  setDeviceLanguage('en');
  i18n.activate('en');
});

/** Amara's page; `answer` is what the server says of her session. */
async function show(answer: () => Response, inDialog = false) {
  const calls = serve({
    'GET /api/auth/session': answer,
    'POST /api/auth/logout': () => new Response(null, { status: 204 }),
  });
  localStorage.setItem('temp_user', JSON.stringify(amara));
  render(
    <>
      <Who />
      {!inDialog && <SessionNotice />}
      <NoticeContext value={<SessionNotice />}>
        <Dialog open={inDialog} onOpenChange={() => undefined} title="Submit Goal">
          <textarea aria-label="Text" />
        </Dialog>
      </NoticeContext>
    </>,
  );
  await after(1);
  return calls;
}

const lasting = (expiresIn: number, idleTimeout: number | null) => () =>
  json({ user: amara, expiresIn, idleTimeout });
const stay = () => screen.queryByRole('button', { name: 'Stay signed in' });

describe('before a session ends', () => {
  // spec: 2.25
  it('because it is idle, a notice offers to extend it with one request', async () => {
    const calls = await show(lasting(43_200, 7140));
    await after(113 * MINUTE);
    expect(screen.queryByText(IDLE)).toBeNull();
    await after(2 * MINUTE);
    expect(within(screen.getByRole('status')).getByText(IDLE)).toBeVisible();
    expect(calls).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: 'Stay signed in' }));
    await after(1);
    expect(screen.queryByText(IDLE)).toBeNull();
    expect(calls).toHaveLength(2);
  });

  it('an open dialog has the notice in it, where it can be heard and pressed', async () => {
    await show(lasting(43_200, 7140), true);
    await after(115 * MINUTE);
    expect(within(screen.getByRole('dialog')).getByRole('button', { name: 'Stay signed in' })).toBeVisible();
  });

  // spec: 2.25
  it('because of its age, the notice offers no extension', async () => {
    await show(lasting(240, null));
    expect(
      screen.getByText(/^You will be signed out at .* Please finish what you are typing\.$/),
    ).toBeVisible();
    expect(stay()).toBeNull();
  });

  it('the notice follows a change of the language', async () => {
    await startLanguage(null);
    await withMessages('student', Promise.resolve());
    await show(lasting(240, null));
    await act(async () => {
      setDeviceLanguage('es');
      await vi.waitUntil(() => document.documentElement.lang === 'es');
    });
    expect(screen.getByText(/^La sesión se cerrará/)).toBeVisible();
  });

  it('that was used in another tab, no notice is shown', async () => {
    await show(lasting(43_200, 7140));
    await after(60 * MINUTE);
    localStorage.setItem('session_used_at', String(Date.now()));
    await after(60 * MINUTE);
    expect(screen.queryByText(IDLE)).toBeNull();
  });
});

describe('right after signing in', () => {
  // spec: 2.25
  it('on a device that was not used for a day, no notice is shown', async () => {
    serve({ 'GET /api/auth/session': lasting(43_200, 7140) });
    vi.setSystemTime(Date.now() + 24 * 60 * MINUTE);
    render(<SignIn />);
    await after(1);
    fireEvent.click(screen.getByRole('button', { name: 'Login' }));
    await after(1);
    expect(screen.getByRole('status')).toBeInTheDocument();
    expect(screen.queryByText(IDLE)).toBeNull();
  });
});

describe('when a session ends', () => {
  // spec: 2.25
  it('because it is idle, it ends without a request that would extend it', async () => {
    const calls = await show(lasting(43_200, 7140));
    await after(118 * MINUTE);
    expect(screen.getByText('Amara Okafor')).toBeVisible();
    await after(2 * MINUTE);
    expect(screen.getByText('ended for Amara Okafor')).toBeVisible();
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/auth/session',
      'POST /api/auth/logout',
    ]);
  });

  it('because of its age, the server is asked and the login screen says so', async () => {
    let isOver = false;
    await show(() => (isOver ? errorResponse(401, 'Please sign in.') : lasting(240, null)()));
    isOver = true;
    await after(5 * MINUTE);
    expect(screen.getByText('ended for Amara Okafor')).toBeVisible();
  });
});
