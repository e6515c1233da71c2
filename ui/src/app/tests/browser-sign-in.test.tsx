import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { later, provide } from '@/testing/fake-identity-provider';
import { json, errorResponse } from '@/testing/fake-server';

import { preload, rivera } from './app-test-utils';
import { openTeacherDialog, welcome } from './teacher-dialog-test-utils';

vi.mock('@/features/sign-in/identity-provider', () => import('@/testing/fake-identity-provider'));

preload(
  () => import('@/app/teacher-routes'),
  () => import('@/features/sign-in/teacher-dialog-body'),
  () => import('@/pages/teacher/no-classes'),
);

const LOOK = 'POST /api/auth/handoff/look';
const CLAIM = 'POST /api/auth/handoff/claim';
const OVER = () => errorResponse(410, 'This sign-in is over.', { code: 'handoff_over' });
const elena = { name: 'Elena Rivera', email: 'rivera@school.test' };
const nobodyYet = () => json(null, 202);
const waiting = { name: 'Continue in your browser' };
const question = { name: 'Continue as Elena Rivera (rivera@school.test)?' };

let begun: number;

/** Stubs the function with which pages in the desktop window begin a sign-in in the browser. */
function windowThatBegins(begin: () => Promise<object>) {
  vi.stubGlobal('pywebview', { api: { begin_google_sign_in: begin } });
}

beforeEach(() => {
  provide({});
  begun = 0;
  windowThatBegins(() => {
    begun += 1;
    return Promise.resolve({
      handoff: `h${begun}`,
      verifier: `v${begun}`,
      address: `http://localhost:8080/signin#h=h${begun}`,
      opened: true,
    });
  });
  vi.useFakeTimers({ shouldAdvanceTime: true });
});

afterEach(() => {
  vi.useRealTimers();
});

async function pressGoogle(handlers: Parameters<typeof openTeacherDialog>[0] = {}) {
  const opened = await openTeacherDialog({ [LOOK]: nobodyYet, ...handlers });
  const looks = () => opened.sent().filter(({ path }) => path === '/api/auth/handoff/look');
  await opened.press('Sign in with Google');
  return { ...opened, looks };
}

describe('Sign in with Google in the desktop window', () => {
  it("goes on in the browser, and says so; it needs nothing of Google's here", async () => {
    const { dialog, looks } = await pressGoogle();
    expect(await screen.findByRole('dialog', waiting)).toBeVisible();
    expect(dialog().getByText('Sign in with Google there, then come back to this window.')).toBeVisible();
    expect(dialog().getByText('http://localhost:8080/signin#h=h1')).toBeVisible();
    expect(dialog().getByRole('button', { name: 'Copy address' })).toBeVisible();
    await expect.poll(() => looks()[0]?.body).toEqual({ handoff: 'h1', verifier: 'v1' });
  });

  it('says what to do where no browser opened', async () => {
    windowThatBegins(() =>
      Promise.resolve({
        handoff: 'h',
        verifier: 'v',
        address: 'http://localhost:8080/signin#h=h',
        opened: false,
      }),
    );
    const { dialog } = await pressGoogle();
    expect(
      await dialog().findByText(/^Your browser didn’t open by itself\. Copy this address/),
    ).toBeVisible();
    expect(dialog().getByText('http://localhost:8080/signin#h=h')).toBeVisible();
  });

  it('looks each second; then asks whether to go on as whoever signed in, and signs in', async () => {
    let delivered = false;
    const moments: number[] = [];
    const { user, looks, sent } = await pressGoogle({
      [LOOK]: () => {
        moments.push(Date.now());
        return delivered ? json(elena) : nobodyYet();
      },
      [CLAIM]: () => json({ user: rivera }),
    });
    await screen.findByRole('dialog', waiting);
    await expect.poll(() => moments.length).toBe(1);
    await vi.advanceTimersByTimeAsync(3000);
    expect(moments.length).toBeGreaterThanOrEqual(4);
    expect(moments.slice(1).every((moment, index) => moment - (moments[index] ?? 0) >= 1000)).toBe(true);
    delivered = true;
    await vi.advanceTimersByTimeAsync(1000);
    expect(await screen.findByRole('dialog', question)).toBeVisible();
    const asked = looks().length;
    await vi.advanceTimersByTimeAsync(3000);
    expect(looks()).toHaveLength(asked);
    expect(screen.getByRole('button', { name: 'Continue' })).toHaveFocus();
    await user.keyboard('{Enter}{Enter}');
    expect(await welcome()).toBeVisible();
    expect(sent().filter(({ path }) => path === '/api/auth/handoff/claim')).toEqual([
      { path: '/api/auth/handoff/claim', body: { handoff: 'h1', verifier: 'v1' } },
    ]);
    expect(JSON.parse(localStorage.getItem('temp_user') ?? '')).toEqual(rivera);
  });

  it.each([
    ['a lost answer', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a class computer that is busy', () => errorResponse(503, 'Busy.')],
  ])('does not end with %s', async (_case, answer) => {
    let asked = 0;
    await pressGoogle({ [LOOK]: () => ((asked += 1) === 1 ? answer() : json(elena)) });
    await screen.findByRole('dialog', waiting);
    await expect.poll(() => asked).toBe(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await screen.findByRole('dialog', question)).toBeVisible();
  });

  it('is over when the server says so, looks no more, and Try again begins anew', async () => {
    const { dialog, press, looks } = await pressGoogle({ [LOOK]: OVER });
    expect(await dialog().findByRole('alert')).toHaveTextContent('This sign-in is over.');
    const asked = looks().length;
    await vi.advanceTimersByTimeAsync(3000);
    expect(looks()).toHaveLength(asked);
    expect(dialog().getByRole('button', { name: 'Try again' })).toHaveFocus();
    await press('Try again');
    await expect.poll(() => looks().at(-1)?.body).toEqual({ handoff: 'h2', verifier: 'v2' });
    await dialog().findByRole('alert');
    await press('Back');
    expect(screen.getByRole('dialog', { name: 'Teacher Login' })).toBeVisible();
  });

  it.each([
    ['Cancel', (press: (name: string) => Promise<void>) => press('Cancel')],
    ['closing the dialog', (press: (name: string) => Promise<void>) => press('Close')],
  ])('looks no more after %s', async (_case, leave) => {
    const { press, looks } = await pressGoogle();
    await screen.findByRole('dialog', waiting);
    await expect.poll(() => looks().length).toBe(1);
    await leave(press);
    const asked = looks().length;
    await vi.advanceTimersByTimeAsync(3000);
    expect(looks()).toHaveLength(asked);
    expect(screen.queryByRole('dialog', waiting)).toBeNull();
  });

  it('closes by Escape while it waits', async () => {
    const { user } = await pressGoogle();
    await screen.findByRole('dialog', waiting);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('restarts with another account', async () => {
    const { press, looks, sent } = await pressGoogle({
      [LOOK]: ({ body }) => (JSON.stringify(body).includes('h1') ? json(elena) : nobodyYet()),
    });
    await screen.findByRole('dialog', question);
    await press('Use another account');
    expect(await screen.findByRole('dialog', waiting)).toBeVisible();
    await expect.poll(() => looks().at(-1)?.body).toEqual({ handoff: 'h2', verifier: 'v2' });
    expect(sent().some(({ path }) => path === '/api/auth/handoff/claim')).toBe(false);
  });

  it('connects an account here with the same e-mail by its password, which may be typed wrongly', async () => {
    const { user, press, sent } = await pressGoogle({
      [LOOK]: () => json(elena),
      [CLAIM]: ({ body }) => {
        const { password } = body as { password?: string };
        if (password === undefined) return errorResponse(409, 'Link.', { code: 'link_required' });
        if (password === 'local-secret') return json({ user: rivera });
        return errorResponse(401, 'This is not the password.', { code: 'invalid_credentials' });
      },
    });
    await screen.findByRole('dialog', question);
    await press('Continue');
    const step = await screen.findByRole('dialog', { name: 'Connect your account' });
    expect(step).toHaveTextContent('rivera@school.test');
    await user.keyboard('guess{Enter}');
    expect(await screen.findByText('This is not the password.')).toBeVisible();
    await user.keyboard('local-secret{Enter}');
    expect(await welcome()).toBeVisible();
    expect(sent().at(-1)?.body).toEqual({ handoff: 'h1', verifier: 'v1', password: 'local-secret' });
  });

  it.each([
    ['is over', OVER, /^This sign-in is over\.$/, 'Try again'],
    [
      'is refused',
      () => errorResponse(403, 'New teachers need an invite code.'),
      /^New teachers need/,
      'Continue',
    ],
    [
      'fails without a sentence',
      () => new Response('', { status: 500 }),
      /^Google sign-in failed$/,
      'Continue',
    ],
    [
      'is lost',
      () => Promise.reject(new TypeError('Failed to fetch')),
      /^Network error\. Please try again\.$/,
      'Continue',
    ],
  ])('whose claim %s says so, and what can be done', async (_case, answer, text, button) => {
    const { press, dialog } = await pressGoogle({ [LOOK]: () => json(elena), [CLAIM]: answer });
    await screen.findByRole('dialog', question);
    await press('Continue');
    expect(await dialog().findByRole('alert')).toHaveTextContent(text);
    expect(dialog().getByRole('button', { name: button })).toBeVisible();
  });

  it('shows the e-mail apart from the name, which cannot pass for one, and ties it to Continue', async () => {
    const name = 'Principal (head@school.test)?';
    const { dialog } = await pressGoogle({ [LOOK]: () => json({ ...elena, name }) });
    const title = await screen.findByRole('heading', {
      name: 'Continue as Principal (head@school.test)? (rivera@school.test)?',
    });
    expect(within(title).getByText(name).tagName).toBe('BDI');
    const email = dialog().getAllByText('rivera@school.test').at(-1);
    expect(email?.tagName).toBe('BDI');
    expect(title).not.toContainElement(email ?? null);
    expect(dialog().getByRole('button', { name: 'Continue' })).toHaveAccessibleDescription(
      'rivera@school.test',
    );
  });

  it('can be left while the window begins, and what it begins then counts no more', async () => {
    const { answer, give } = later<object>();
    windowThatBegins(() => answer);
    const { press, dialog, looks } = await pressGoogle();
    await press('Back');
    expect(screen.getByRole('dialog', { name: 'Teacher Login' })).toBeVisible();
    expect(dialog().getByLabelText('Email')).toHaveFocus();
    give({ handoff: 'h', verifier: 'v', address: 'http://localhost:8080/signin#h=h', opened: true });
    await answer;
    await vi.advanceTimersByTimeAsync(3000);
    expect(screen.queryByRole('dialog', waiting)).toBeNull();
    expect(looks()).toEqual([]);
  });

  it('that the window never begins is over, and Try again begins anew', async () => {
    let asked = 0;
    windowThatBegins(() => {
      asked += 1;
      return new Promise(() => undefined);
    });
    const { press, dialog } = await pressGoogle();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await dialog().findByRole('alert')).toHaveTextContent(/^Google sign-in failed$/);
    await press('Try again');
    expect(asked).toBe(2);
  });

  it('that the window could not begin says so', async () => {
    windowThatBegins(() => Promise.reject(new Error('The window is in trouble.')));
    const { dialog } = await pressGoogle();
    expect(await dialog().findByRole('alert')).toHaveTextContent(/^Google sign-in failed$/);
    expect(dialog().getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});
