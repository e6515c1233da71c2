import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { NearbyServer } from '@/api/types';
import { type Handlers, json, errorResponse } from '@/testing/fake-server';
import { buildAuthConfig } from '@/testing/server-builders';

import { address, amara, openApp, preload, query } from './app-test-utils';

preload(
  () => import('@/app/student-layout'),
  () => import('@/pages/student/goals/goals'),
  () => import('@/features/sign-in/teacher-dialog-body'),
);

const NEARBY_SERVERS = 'GET /api/network/doors';
const SIGN_IN = 'POST /api/auth/student';
type ServerLabel = Omit<NearbyServer, 'url'>;
const rivera = { teacher: 'Elena Rivera', classes: ['Room 12 Homeroom', 'Math 101'] };
const osei = { teacher: 'Ben Osei', classes: ['Art'], url: 'http://192.168.1.30:8080' };
const withServers = (nearby: NearbyServer[] = [], here: ServerLabel = rivera): Handlers => ({
  [NEARBY_SERVERS]: () => json({ here, nearby }),
});
const openStudentLogin = async () => screen.findByRole('dialog', { name: 'Student Login' });

describe("the QR code's address", () => {
  // spec: 2.29
  it('opens the student login with the class code, and the focus is in Username', async () => {
    const { user, calls } = openApp('/?class=k7m4qx', {
      handlers: { [SIGN_IN]: () => json({ user: amara }) },
    });
    const dialog = within(await openStudentLogin());
    expect(dialog.getByLabelText('Class Code')).toHaveValue('K7M4QX');
    expect(dialog.getByLabelText('Username')).toHaveFocus();
    await user.keyboard('amara.o{Tab}sunflower{Enter}');
    await expect.poll(address).toBe('/student');
    expect(calls.find(({ path }) => path === '/api/auth/student')?.body).toEqual({
      username: 'amara.o',
      password: 'sunflower',
      classCode: 'K7M4QX',
    });
  });

  // spec: 2.29
  it('loses the code, which the dialog and the device keep', async () => {
    const { user } = openApp('/?class=K7M4QX');
    await openStudentLogin();
    expect(query()).toBe('');
    expect(screen.getByLabelText('Class Code')).toHaveValue('K7M4QX');
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Student Login' }));
    expect(screen.getByLabelText('Class Code')).toHaveValue('K7M4QX');
  });

  it('opens nothing with a code that can be none, and loses that too', async () => {
    openApp('/?class=O0I1');
    expect(await screen.findByRole('button', { name: 'Student Login' })).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(query()).toBe('');
  });

  it('leads a student who is signed in already to My Goals', async () => {
    openApp('/?class=K7M4QX', { as: amara });
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome, Amara Okafor!' })).toBeVisible();
    expect(address()).toBe('/student');
    expect(query()).toBe('');
  });
});

describe('the label of this server', () => {
  it('is shown before sign-in', async () => {
    openApp('/', { handlers: withServers() });
    expect(await screen.findByText(/class computer/)).toHaveTextContent("Elena Rivera's class computer");
    expect(screen.getByText('Math 101').parentElement).toHaveTextContent(/^Room 12 Homeroom · Math 101$/);
  });

  // spec: 2.30
  it.each([
    [4, 'Class 1 · Class 2 · Class 3 and 1 more'],
    [5, 'Class 1 · Class 2 · Class 3 and 2 more'],
    [6, 'Class 1 · Class 2 · Class 3 and more'],
  ])('names three of %i classes', async (count, text) => {
    const classes = Array.from({ length: count }, (_, index) => `Class ${index + 1}`);
    openApp('/', { handlers: withServers([], { teacher: 'Elena Rivera', classes }) });
    expect((await screen.findByText('Class 1')).parentElement).toHaveTextContent(text);
  });

  it.each([
    ['is unknown', withServers([], { teacher: null, classes: [] })],
    ['is not told', { [NEARBY_SERVERS]: () => errorResponse(500, 'No.') }],
  ])('is omitted when it %s', async (_case, handlers) => {
    const { calls } = openApp('/', { handlers });
    await screen.findByRole('button', { name: 'Student Login' });
    await expect.poll(() => calls.some(({ path }) => path === '/api/network/doors')).toBe(true);
    expect(screen.queryByText(/class computer/)).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('nearby servers', () => {
  // spec: 2.30
  it('stand in the student login, by teacher and classes, as plain links', async () => {
    const { user } = openApp('/', { handlers: withServers([osei]) });
    await user.click(await screen.findByRole('button', { name: 'Student Login' }));
    const list = within(await screen.findByRole('region', { name: 'Looking for another class?' }));
    const link = list.getByRole('link', { name: /Ben Osei.*Art/ });
    expect(link).toHaveAttribute('href', 'http://192.168.1.30:8080');
    expect(link).not.toHaveAttribute('target');
  });

  it('are asked for anew when the dialog opens', async () => {
    let nearby: NearbyServer[] = [];
    const { user } = openApp('/', { handlers: { [NEARBY_SERVERS]: () => json({ here: rivera, nearby }) } });
    await screen.findByText(/class computer/);
    nearby = [osei];
    await user.click(screen.getByRole('button', { name: 'Student Login' }));
    expect(await screen.findByRole('link', { name: /Ben Osei/ })).toBeVisible();
  });

  it.each([
    ['there are none', []],
    ['they lead elsewhere', [{ ...osei, url: 'javascript:alert(1)' }]],
  ])('are not shown when %s', async (_case, nearby) => {
    const { user } = openApp('/', { handlers: withServers(nearby) });
    await screen.findByText(/class computer/);
    await user.click(screen.getByRole('button', { name: 'Student Login' }));
    await openStudentLogin();
    expect(screen.queryByText('Looking for another class?')).toBeNull();
  });

  it('show their names as plain text', async () => {
    const { user } = openApp('/', {
      handlers: withServers([{ ...osei, teacher: '<img src=x onerror=alert(1)>' }]),
    });
    await user.click(await screen.findByRole('button', { name: 'Student Login' }));
    expect(await screen.findByText('<img src=x onerror=alert(1)>')).toBeVisible();
  });

  it('are not shown in the teacher login', async () => {
    const { user } = openApp('/', { handlers: withServers([osei]) });
    await screen.findByText(/class computer/);
    await user.click(screen.getByRole('button', { name: 'Teacher Login' }));
    expect(await screen.findByLabelText('Email')).toBeVisible();
    expect(screen.queryByRole('link', { name: /Ben Osei/ })).toBeNull();
  });
});

describe('the teacher login', () => {
  it('asks each time it opens whether teachers may sign in here', async () => {
    let allowed = false;
    const config = () => json(buildAuthConfig({ teacherSignInAllowed: allowed, registrationAllowed: false }));
    const { user } = openApp('/', { handlers: { 'GET /api/auth/config': config } });
    const open = async () => user.click(await screen.findByRole('button', { name: 'Teacher Login' }));
    await open();
    expect(await screen.findByText(/Teachers sign in on the class computer itself/)).toBeVisible();
    await user.keyboard('{Escape}');
    allowed = true;
    await open();
    expect(await screen.findByLabelText('Email')).toBeVisible();
    expect(screen.getByText('New teacher accounts are created on the class computer.')).toBeVisible();
  });
});
