import { screen, within } from '@testing-library/react';
import { beforeEach } from 'vitest';

import { config, provide } from '@/testing/fake-identity-provider';
import { type Handlers, json } from '@/testing/fake-server';

import { openApp, preload } from './app-test-utils';

export const TEACHER = 'POST /api/auth/teacher';
export const credentials = { username: 'rivera@school.test', password: 'sunflower' };

/** Sets up a file of tests about new accounts: imports its pages, and resets the identity provider before each test. */
export function prepareNewAccounts(...pages: (() => Promise<unknown>)[]) {
  preload(
    () => import('@/app/teacher-layout'),
    () => import('@/features/sign-in/teacher-dialog-body'),
    () => import('@/features/sign-in/create-account-form'),
    () => import('@/pages/teacher/no-classes'),
    ...pages,
  );
  beforeEach(() => {
    provide({});
  });
}

/** Heading of the page that a teacher without a class sees after signing in. */
export const welcome = () => screen.findByRole('heading', { level: 1, name: 'Welcome, Elena Rivera!' });

/** Opens the teacher dialog of a class computer with an identity provider. */
export async function openTeacherDialog(handlers: Handlers = {}) {
  const { user, calls } = openApp('/', {
    handlers: { 'GET /api/auth/config': () => json(config), ...handlers },
  });
  await user.click(await screen.findByRole('button', { name: 'Teacher Login' }));
  await screen.findByLabelText('Email');
  const dialog = () => within(screen.getByRole('dialog'));
  const press = (name: string) => user.click(dialog().getByRole('button', { name }));
  const type = (label: string, text: string) => user.type(dialog().getByLabelText(label), text);
  const sent = () =>
    calls.filter(({ method }) => method === 'POST').map(({ path, body }) => ({ path, body }));
  return { user, calls, dialog, press, type, sent };
}

/** Opens the teacher dialog and fills in the form for a new account. */
export async function fillInNewAccount(
  handlers: Handlers = {},
  name = 'Elena Rivera',
  password = 'sunflower',
) {
  const opened = await openTeacherDialog(handlers);
  await opened.press('Create Account');
  await screen.findByLabelText('Full Name');
  await opened.type('Full Name', name);
  await opened.type('Email', 'rivera@school.test');
  await opened.type('Password', password);
  return opened;
}

/** Opens the teacher dialog and signs in with Elena Rivera's e-mail and password. */
export async function signInByEmail(handlers: Handlers) {
  const opened = await openTeacherDialog(handlers);
  await opened.type('Email', credentials.username);
  await opened.type('Password', `${credentials.password}{Enter}`);
  return opened;
}
