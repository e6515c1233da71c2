import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { deviceClass } from '@/auth/device-class';
import { buildSession } from '@/testing/builders';
import { type Handlers, healthy, json, errorResponse } from '@/testing/fake-server';

import { address, amara, authConfig, openApp, preload } from './app-test-utils';

preload(
  () => import('@/app/student-layout'),
  () => import('@/features/pictures/who-are-you'),
  () => import('@/pages/student/goals/goals'),
);

const NAMES = 'POST /api/auth/pictures/names';
const SIGN_IN = 'POST /api/auth/pictures';
const names = [
  { studentId: 's1', label: 'Amara' },
  { studentId: 's2', label: 'Diego R.' },
];
const pictured: Handlers = {
  'GET /api/auth/config': () => json({ ...authConfig, pictures: true }),
  [NAMES]: () => json(names),
};

/** Opens the login page on a device that has this class code. */
function openDevice(handlers: Handlers = {}, path = '/') {
  deviceClass.keep('K7M4QX');
  const { user, calls } = openApp(path, { handlers: { ...pictured, ...handlers } });
  const tap = async (...pictures: string[]) => {
    for (const name of pictures) await user.click(screen.getByRole('button', { name }));
  };
  const choose = async (name: string) => {
    await user.click(await screen.findByRole('button', { name }));
    await screen.findByRole('heading', { name: `${name}, tap your 3 pictures` });
  };
  const sent = (path: string) => calls.filter((call) => call.path === path).map(({ body }) => body);
  return { user, calls, tap, choose, sent };
}

const whoAreYou = () => screen.findByRole('heading', { name: 'Who are you?' });
const loginPage = () => screen.findByRole('button', { name: 'Teacher Login' });

describe('a device of a class that signs in with pictures', () => {
  // spec: 18.2
  it('signs in with a name and three pictures', async () => {
    const { tap, choose, sent } = openDevice({ [SIGN_IN]: () => json(buildSession({ user: amara })) });
    expect(await whoAreYou()).toHaveFocus();
    await choose('Amara');
    await tap('Moon', 'Cat', 'Turtle');
    await expect.poll(address).toBe('/student');
    expect(sent('/api/auth/pictures')).toEqual([
      { classCode: 'K7M4QX', studentId: 's1', pictures: ['moon', 'cat', 'turtle'] },
    ]);
  });

  it('numbers what was tapped, takes back the last one, and takes no picture twice', async () => {
    const { tap, choose, sent } = openDevice();
    await choose('Diego R.');
    expect(screen.getByRole('button', { name: 'Take the last picture back' })).toBeDisabled();
    await tap('Sun', 'Sun 1', 'Car');
    expect(screen.getByRole('group', { name: '2 of 3 pictures' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Sun 1', pressed: true })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Car 2', pressed: true })).toBeVisible();
    await tap('Take the last picture back');
    expect(screen.getByRole('button', { name: 'Car', pressed: false })).toBeVisible();
    expect(screen.getByRole('group', { name: '1 of 3 pictures' })).toBeVisible();
    expect(sent('/api/auth/pictures')).toEqual([]);
  });

  // spec: 18.2
  it('says that pictures are wrong, until the next tap begins again', async () => {
    const refused = () => errorResponse(401, 'Not quite. Try again.', { code: 'wrong_pictures' });
    const { tap, choose } = openDevice({ [SIGN_IN]: refused });
    await choose('Amara');
    await tap('Sun', 'Car', 'Cat');
    expect(await screen.findByText('Not quite. Try again.')).toHaveRole('alert');
    expect(screen.getByRole('group', { name: '3 of 3 pictures' })).toBeVisible();
    await tap('Moon');
    expect(screen.queryByText('Not quite. Try again.')).not.toBeInTheDocument();
    expect(screen.getByRole('group', { name: '1 of 3 pictures' })).toBeVisible();
  });

  // spec: 18.3
  it('sends a locked child to the teacher, and another one to their pictures', async () => {
    const locked = () => errorResponse(429, 'Locked.', { code: 'pictures_locked' });
    const { user, tap, choose } = openDevice({ [SIGN_IN]: locked });
    await choose('Diego R.');
    await tap('Sun', 'Car', 'Cat');
    expect(await screen.findByRole('heading', { name: 'Ask your teacher' })).toHaveFocus();
    expect(screen.getByRole('alert')).toHaveTextContent(
      'The pictures of Diego R. are locked after too many tries.',
    );
    await user.click(screen.getByRole('button', { name: 'Not me' }));
    expect(await screen.findByRole('button', { name: 'Diego R.' })).toHaveFocus();
    await choose('Amara');
  });

  // spec: 18.3
  it('says that the device is stopped after wrong pictures of several children', async () => {
    const stopped = () => errorResponse(429, 'Stopped.', { code: 'pictures_stopped' });
    const { tap, choose } = openDevice({ [SIGN_IN]: stopped });
    await choose('Diego R.');
    await tap('Sun', 'Car', 'Cat');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Too many wrong pictures were tried on this device.',
    );
    expect(screen.getByText(/choose Unlock All/)).toBeVisible();
  });

  it('can be used with the keyboard', async () => {
    const { user, choose, sent } = openDevice({
      [SIGN_IN]: () => errorResponse(401, 'Not quite. Try again.'),
    });
    await choose('Amara');
    screen.getByRole('button', { name: 'Cat' }).focus();
    await user.keyboard('{Enter}{ArrowRight}{Enter}');
    expect(screen.getByRole('button', { name: 'Fish 2', pressed: true })).toHaveFocus();
    await user.keyboard('{Backspace}{ArrowLeft}{ArrowLeft}');
    expect(screen.getByRole('button', { name: 'Cat 1', pressed: true })).toHaveFocus();
    await user.keyboard('{ArrowRight}{ArrowRight}{Enter}{ArrowRight}{Enter}');
    await expect
      .poll(() => sent('/api/auth/pictures'))
      .toEqual([{ classCode: 'K7M4QX', studentId: 's1', pictures: ['cat', 'bird', 'turtle'] }]);
  });

  // spec: 18.4
  it('leads to the username and back', async () => {
    const { user } = openDevice();
    await user.click(await screen.findByRole('button', { name: 'Use My Username' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Student Login' }));
    expect(dialog.getByLabelText('Class Code')).toHaveValue('K7M4QX');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Sign In with Pictures' }));
    expect(await whoAreYou()).toBeVisible();
  });

  it('shows the names again after an outage, and what to do meanwhile', async () => {
    deviceClass.keep('K7M4QX');
    deviceClass.confirmPictures();
    let isOnline = false;
    const offline = () => Promise.reject(new TypeError('Failed to fetch'));
    openDevice({
      'GET /api/auth/config': () => (isOnline ? json({ ...authConfig, pictures: true }) : offline()),
      'GET /api/health': () => (isOnline ? healthy() : offline()),
      [NAMES]: () => (isOnline ? json(names) : offline()),
    });
    expect(await screen.findByRole('heading', { name: "Can't reach the class computer" })).toBeVisible();
    isOnline = true;
    expect(await whoAreYou()).toBeVisible();
  });
});

describe('the class of a device', () => {
  // spec: 18.2
  it('is that of a scanned code, without its dialog', async () => {
    const { calls } = openApp('/?class=K7M4QX', { handlers: pictured });
    expect(await whoAreYou()).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByLabelText('Query')).toBeEmptyDOMElement();
    expect(calls.filter(({ path }) => path === '/api/auth/pictures/names')).toHaveLength(1);
    expect(deviceClass.code()).toBe('K7M4QX');
  });

  // spec: 18.2
  it('is that of a typed code', async () => {
    const student = () => json(buildSession({ user: amara }));
    const { user } = openApp('/', { handlers: { 'POST /api/auth/student': student } });
    await user.click(await screen.findByRole('button', { name: 'Student Login' }));
    await user.type(screen.getByLabelText('Username'), 'amara.o');
    await user.type(screen.getByLabelText('Password'), 'sunflower');
    await user.type(screen.getByLabelText('Class Code'), ' k7m4qx{Enter}');
    await expect.poll(address).toBe('/student');
    expect(deviceClass.code()).toBe('K7M4QX');
  });

  // spec: 18.2
  it('is forgotten when it has no pictures, and asked for only where a class has', async () => {
    const refused = () => errorResponse(401, 'No pictures.', { code: 'no_picture_sign_in' });
    const first = openDevice({ [NAMES]: refused });
    await loginPage();
    await expect.poll(deviceClass.code).toBeNull();
    expect(first.sent('/api/auth/pictures/names')).toHaveLength(1);
  });

  it('is not asked about where no class has pictures', async () => {
    const { calls } = openDevice({ 'GET /api/auth/config': () => json(authConfig) });
    await loginPage();
    expect(calls.filter(({ path }) => path.includes('pictures'))).toEqual([]);
    expect(deviceClass.code()).toBe('K7M4QX');
  });

  // spec: 18.2
  it('is left at once when the teacher switches the pictures off', async () => {
    const refused = () => errorResponse(401, 'No pictures.', { code: 'no_picture_sign_in' });
    const { tap, choose } = openDevice({ [SIGN_IN]: refused });
    await choose('Amara');
    await tap('Sun', 'Car', 'Cat');
    expect(await loginPage()).toBeVisible();
    expect(deviceClass.code()).toBeNull();
  });
});
