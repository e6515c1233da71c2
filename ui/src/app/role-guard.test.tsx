import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { describe, expect, it } from 'vitest';

import { sessionExpiredEvent } from '@/api/session-expired-event';
import type { SessionUser } from '@/api/types';
import { useSession } from '@/auth/session-context';
import LoginPage from '@/pages/login/login';
import { buildSession, buildTeacherUser } from '@/testing/builders';
import { json, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';
import { buildAuthConfig } from '@/testing/server-builders';

import { RoleGuard } from './role-guard';

const rivera = buildTeacherUser();
const other = buildTeacherUser({ id: 't2', name: 'Somebody else' });
const ENDED = 'Your session has ended. Please sign in again.';

/** Signs in and out without a form. */
function Switch() {
  const { signIn, signOut } = useSession();
  const as = (user: SessionUser) => () => {
    signIn(user);
  };
  return (
    <>
      <button type="button" onClick={as(rivera)}>
        as Rivera
      </button>
      <button type="button" onClick={as(other)}>
        as somebody else
      </button>
      <button type="button" onClick={signOut}>
        out
      </button>
    </>
  );
}

async function show() {
  serve({
    'GET /api/auth/session': () => json(buildSession({ user: rivera })),
    'GET /api/auth/config': () => json(buildAuthConfig()),
    'GET /api/network/doors': () => json({ here: { teacher: null, classes: [] }, nearby: [] }),
  });
  localStorage.setItem('temp_user', JSON.stringify(rivera));
  render(
    <>
      <Switch />
      <Routes>
        <Route path="/" element={<LoginPage />} />
        <Route path="/teacher" element={<p>Home</p>} />
        <Route
          path="/teacher/class/:classId"
          element={
            <RoleGuard allowedRole="teacher">
              <p>Room 12</p>
            </RoleGuard>
          }
        />
      </Routes>
    </>,
    { path: '/teacher/class/c1?tab=goals' },
  );
  expect(await screen.findByText('Room 12')).toBeVisible();
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const endSession = () => {
  act(() => {
    sessionExpiredEvent.emit(sessionExpiredEvent.epoch());
  });
};

describe('a session that the server ended', () => {
  // spec: 2.25
  it('is told, and whoever signs in again is back on the page', async () => {
    await show();
    endSession();
    expect(await screen.findByText(ENDED)).toBeVisible();
    await press('as Rivera');
    expect(await screen.findByText('Room 12')).toBeVisible();
  });

  it('leads somebody else to their own start', async () => {
    await show();
    endSession();
    await screen.findByText(ENDED);
    await press('as somebody else');
    expect(await screen.findByText('Home')).toBeVisible();
  });

  it('is not told after a logout', async () => {
    await show();
    await press('out');
    expect(await screen.findByRole('button', { name: 'Teacher Login' })).toBeVisible();
    endSession();
    expect(screen.queryByText(ENDED)).toBeNull();
    await press('as Rivera');
    expect(await screen.findByText('Home')).toBeVisible();
  });
});
