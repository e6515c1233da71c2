import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';

import { restoredCards } from '@/shared/restored-cards';
import { type Handlers, json, noContent, errorResponse } from '@/testing/fake-server';
import { buildBackup } from '@/testing/server-builders';

import { art, backups, math, openApp, preload, rivera } from './app-test-utils';
import { credentials, TEACHER } from './teacher-dialog-test-utils';

preload(
  () => import('@/app/teacher-routes'),
  () => import('@/pages/teacher/class/class'),
  () => import('@/pages/teacher/settings'),
  () => import('@/features/sign-in/teacher-dialog-body'),
);

beforeEach(() => {
  restoredCards.clear();
});

const HOUR = 3_600_000;
const card = (studentId: string, age: number) => ({
  studentId,
  madeAt: new Date(Date.now() - age).toISOString(),
  lastUsedAt: null,
  address: null,
});
const cards: Handlers = {
  'GET /api/classrooms/c1/login-cards': () => json([card('s1', HOUR), card('s2', HOUR)]),
  // The second one was made after the restore.
  'GET /api/classrooms/c2/login-cards': () => json([card('s3', HOUR), card('s4', -HOUR)]),
};
const END_1 = 'POST /api/classrooms/c1/login-cards/end';
const END_2 = 'POST /api/classrooms/c2/login-cards/end';

const findBanner = async () => within(await screen.findByRole('region', { name: 'Login cards' }));

async function endCards(user: ReturnType<typeof openApp>['user']) {
  const banner = await findBanner();
  expect(banner.getByText(/^A backup was restored\. 3 login cards count as on that day/)).toBeVisible();
  await user.click(banner.getByRole('button', { name: 'End Cards' }));
  const question = within(screen.getByRole('alertdialog', { name: 'End 3 cards?' }));
  await user.click(question.getByRole('button', { name: 'End Cards' }));
}

// spec: 15.9
it('offers after a restore to end the login cards that count again, in all classes', async () => {
  const { user, calls } = openApp('/teacher/settings', {
    as: rivera,
    classes: [math, art],
    handlers: {
      ...cards,
      'GET /api/backups': () => json({ ...backups, backups: [buildBackup({ name: 'daily' })] }),
      'POST /api/backups/daily/restore': () => json({ keptAs: 'x', loginCards: 3, loginCardsEnded: 0 }),
      [TEACHER]: () => json({ user: rivera }),
      [END_1]: noContent,
      [END_2]: noContent,
    },
  });
  await user.click(await screen.findByRole('button', { name: /^Restore the backup made/ }));
  await user.click(await screen.findByRole('button', { name: 'Yes, Restore' }));
  expect(
    await screen.findByText(/3 login cards count as on that day, .*\. Sign in to end them\.$/),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Teacher Login' }));
  await user.type(await screen.findByLabelText('Email'), credentials.username);
  await user.type(screen.getByLabelText('Password'), `${credentials.password}{Enter}`);
  await screen.findByRole('heading', { level: 1, name: 'Math 101' });
  await endCards(user);
  expect(await screen.findByText('3 login cards ended')).toBeVisible();
  const ended = calls.filter(({ path }) => path.endsWith('/login-cards/end'));
  expect(ended.map(({ path, body }) => [path, body])).toEqual([
    ['/api/classrooms/c1/login-cards/end', { studentIds: ['s1', 's2'] }],
    ['/api/classrooms/c2/login-cards/end', { studentIds: ['s3'] }],
  ]);
  expect(screen.queryByRole('region', { name: 'Login cards' })).toBeNull();
  expect(restoredCards.get()).toBeNull();
});

it('keeps the offer if the cards of a class could not be ended, until it is closed', async () => {
  restoredCards.set();
  const { user } = openApp('/teacher/classes', {
    as: rivera,
    classes: [math, art],
    handlers: { ...cards, [END_1]: noContent, [END_2]: () => errorResponse(503, 'The disk is too full.') },
  });
  await endCards(user);
  expect(await screen.findByText('Failed to end the login cards. Please try again.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  const banner = await findBanner();
  await user.click(banner.getByRole('button', { name: 'Close this message' }));
  expect(screen.queryByRole('region', { name: 'Login cards' })).toBeNull();
  expect(restoredCards.get()).toBeNull();
});
