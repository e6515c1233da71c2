import { act, screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { SessionUser } from '@/api/types';
import { scannedCard } from '@/auth/scanned-card';
import { buildStudentUser } from '@/testing/builders';
import { type Handlers, json, errorResponse, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';

import CardPage from './card';

const CODE = 'H4KP7WQM';
const LOOK = 'POST /api/auth/card/look';
const SIGN_IN = 'POST /api/auth/card';
const amara = buildStudentUser();

function open(handlers: Handlers = {}, signedInAs?: SessionUser) {
  const calls = serve({
    [LOOK]: () => json({ firstName: 'Amara', className: 'Room 12' }),
    [SIGN_IN]: () => json({ user: amara }),
    ...handlers,
  });
  const { user } = render(
    <Routes>
      <Route path="/card" element={<CardPage />} />
      <Route path="/" element={<p>The login page</p>} />
      <Route path="/student" element={<p>The student portal</p>} />
    </Routes>,
    { path: '/card', ...(signedInAs && { signedInAs }) },
  );
  const sent = () =>
    calls.filter(({ method }) => method === 'POST').map(({ path, body }) => ({ path, body }));
  return { user, sent };
}

beforeEach(() => {
  scannedCard.set(CODE);
});

describe('the page of a scanned card', () => {
  // spec: 2.32
  it('asks before it signs in', async () => {
    const { user, sent } = open();
    expect(await screen.findByRole('heading', { name: 'Sign in as Amara?' })).toBeVisible();
    expect(screen.getByText('Room 12')).toBeVisible();
    expect(sent()).toEqual([{ path: '/api/auth/card/look', body: { code: CODE } }]);
    await user.click(screen.getByRole('button', { name: "Yes, I'm Amara" }));
    expect(await screen.findByText('The student portal')).toBeVisible();
    expect(sent()[1]).toEqual({ path: '/api/auth/card', body: { code: CODE } });
  });

  // spec: 2.32
  it('leads to the login page if it is somebody else’s card', async () => {
    const { user, sent } = open();
    await user.click(await screen.findByRole('button', { name: "No, that's not me" }));
    expect(screen.getByText('The login page')).toBeVisible();
    expect(sent()).toHaveLength(1);
  });

  // spec: 2.32
  it('names the student who is signed in on this device, who may stay', async () => {
    const diego = buildStudentUser({ id: 's2', firstName: 'Diego', name: 'Diego Ramírez' });
    const { user } = open({}, diego);
    expect(
      await screen.findByText(/is signed in on this device now, and is signed out first/),
    ).toHaveTextContent('Diego Ramírez is signed in');
    await user.click(screen.getByRole('button', { name: 'No, stay Diego' }));
    expect(screen.getByText('The student portal')).toBeVisible();
  });

  // spec: 2.32
  it('says that an old card doesn’t work any more, and signs nobody out', async () => {
    const { user } = open({ [LOOK]: () => errorResponse(401, 'No card.', { code: 'invalid_card' }) }, amara);
    expect(await screen.findByRole('heading', { name: "This card doesn't work any more" })).toBeVisible();
    expect(localStorage.getItem('temp_user')).not.toBeNull();
    await user.click(screen.getByRole('link', { name: 'Student Login' }));
    expect(screen.getByText('The login page')).toBeVisible();
  });

  // spec: 2.32
  it('says so if the card was replaced after it was scanned', async () => {
    const { user } = open({ [SIGN_IN]: () => errorResponse(401, 'No card.', { code: 'invalid_card' }) });
    await user.click(await screen.findByRole('button', { name: "Yes, I'm Amara" }));
    expect(await screen.findByRole('heading', { name: "This card doesn't work any more" })).toBeVisible();
  });

  it('tries again after an error', async () => {
    const answers = [() => errorResponse(429, 'Many wrong card codes were tried from here.')];
    const { user } = open({
      [LOOK]: () => answers.shift()?.() ?? json({ firstName: 'Amara', className: 'Room 12' }),
    });
    expect(await screen.findByText('Many wrong card codes were tried from here.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Sign in as Amara?' })).toBeVisible();
  });

  // spec: 2.32
  it('shows the next card that is scanned in the same tab', async () => {
    open({
      [LOOK]: ({ body: { code } }) =>
        json({ firstName: code === CODE ? 'Amara' : 'Diego', className: 'Room 12' }),
    });
    expect(await screen.findByRole('heading', { name: 'Sign in as Amara?' })).toBeVisible();
    act(() => {
      scannedCard.set('23456789');
    });
    expect(await screen.findByRole('heading', { name: 'Sign in as Diego?' })).toBeVisible();
  });

  it('leads to the login page when it is reloaded: its code is gone', () => {
    scannedCard.set(null);
    open();
    expect(screen.getByText('The login page')).toBeVisible();
  });
});

describe('the code in the address', () => {
  const { pathname } = location;
  afterEach(() => {
    history.replaceState(null, '', pathname);
  });

  // spec: 2.32
  it('is removed when the first module runs', async () => {
    vi.resetModules();
    history.replaceState(null, '', '/card#H4KP7WQM');
    const first = await import('@/auth/scanned-card');
    expect(first.scannedCard.get()).toBe('H4KP7WQM');
    expect(location.href).toMatch(/\/card$/);
  });
});
