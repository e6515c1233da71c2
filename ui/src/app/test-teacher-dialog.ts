import { screen, within } from '@testing-library/react';

import { config } from '@/test-identity-provider';
import { json } from '@/test-server';

import { openApp } from './test-app';

export const TEACHER = 'POST /api/auth/teacher';
export const credentials = { username: 'rivera@school.test', password: 'sunflower' };

/** Where Elena Rivera, who has no class yet, is led to. */
export const welcome = () => screen.findByRole('heading', { level: 1, name: 'Welcome, Elena Rivera!' });

type Handlers = NonNullable<Parameters<typeof openApp>[1]>['handlers'];

/** The teacher dialog of a class computer with an identity provider. */
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

/** The same, with Elena Rivera's e-mail and password sent. */
export async function signInByEmail(handlers: Handlers) {
  const opened = await openTeacherDialog(handlers);
  await opened.type('Email', credentials.username);
  await opened.type('Password', `${credentials.password}{Enter}`);
  return opened;
}
