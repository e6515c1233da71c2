import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { named, project, provide } from '@/testing/fake-identity-provider';
import { type Handlers, json, noContent, errorResponse } from '@/testing/fake-server';

import { authConfig, openApp, preload, rivera } from './app-test-utils';

vi.mock('@/features/sign-in/identity-provider', () => import('@/testing/fake-identity-provider'));

preload(
  () => import('@/app/teacher-routes'),
  () => import('@/features/sign-in/create-account-form'),
  () => import('@/features/account/recovery-code-offer-dialog'),
  () => import('@/features/sign-in/teacher-dialog-body'),
  () => import('@/pages/teacher/no-classes'),
);

const MAKE = 'POST /api/teachers/t1/recovery-code';
const CODE = '7KQ2M-X4HTP-9WBRC-3DNYA';
const made = () => json({ code: CODE, madeAt: new Date().toISOString() }, 201);
const welcome = () => screen.findByRole('heading', { level: 1, name: 'Welcome, Elena Rivera!' });
const offer = async () => within(await screen.findByRole('dialog', { name: 'Your account is ready' }));

async function createAccount(handlers: Handlers = {}) {
  const opened = openApp('/', {
    handlers: {
      'GET /api/auth/config': () => json({ ...authConfig, setupNeeded: true }),
      'POST /api/auth/register-teacher': () => json({ user: rivera }, 201),
      ...handlers,
    },
  });
  await opened.user.click(await screen.findByRole('button', { name: 'Set Up This Computer' }));
  await opened.user.type(await screen.findByLabelText('Full Name'), 'Elena Rivera');
  await opened.user.type(screen.getByLabelText('Email'), 'rivera@school.test');
  await opened.user.type(screen.getByLabelText('Password'), 'sunflower{Enter}');
  const codesAsked = () => opened.calls.filter(({ path }) => path.endsWith('/recovery-code'));
  return { ...opened, codesAsked };
}

describe('a new local account', () => {
  it('is offered a recovery code, which needs no password again and leads on to the welcome page', async () => {
    const { user, codesAsked } = await createAccount({ [MAKE]: made });
    await offer();
    expect(screen.getByRole('button', { name: 'Make a recovery code' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(await screen.findByLabelText('Recovery code')).toHaveTextContent(CODE);
    expect(codesAsked().map(({ body }) => body)).toEqual([{ currentPassword: 'sunflower' }]);
    await user.click(screen.getByRole('button', { name: 'I have written it down' }));
    expect(await welcome()).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each(['Later', 'Close'])('may wait: %s leads on, and says where the code is made then', async (name) => {
    const { user, codesAsked } = await createAccount();
    const dialog = await offer();
    expect(dialog.getByText(/^Later, you can make one in/)).toHaveTextContent(
      'Later, you can make one in Settings, under Recovery code.',
    );
    await user.click(dialog.getByRole('button', { name }));
    expect(await welcome()).toBeVisible();
    expect(codesAsked()).toEqual([]);
  });

  // spec: 2.28
  it('is offered it once: not at the next sign-in', async () => {
    let setupNeeded = true;
    const { user } = await createAccount({
      'POST /api/auth/teacher': () => json({ user: rivera }),
      'POST /api/auth/logout': noContent,
      'GET /api/auth/config': () => json({ ...authConfig, setupNeeded }),
    });
    setupNeeded = false;
    await user.click((await offer()).getByRole('button', { name: 'Later' }));
    await user.click(await screen.findByRole('button', { name: 'Logout' }));
    await user.click(await screen.findByRole('button', { name: 'Teacher Login' }));
    await user.type(await screen.findByLabelText('Email'), 'rivera@school.test');
    await user.type(screen.getByLabelText('Password'), 'sunflower{Enter}');
    expect(await welcome()).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('that gets no code is told why, and can try again or leave it', async () => {
    const answers = [errorResponse(500, 'Broken.')];
    const { user } = await createAccount({ [MAKE]: () => answers.shift() ?? made() });
    const dialog = await offer();
    await user.click(dialog.getByRole('button', { name: 'Make a recovery code' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('Failed to make a recovery code.');
    expect(dialog.getByRole('button', { name: 'Later' })).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Make a recovery code' }));
    expect(await screen.findByLabelText('Recovery code')).toHaveTextContent(CODE);
  });
});

it('an identity-provider account is offered no recovery code', async () => {
  provide({ withNewAccount: () => Promise.resolve(named) });
  await createAccount({
    'GET /api/auth/config': () => json({ ...authConfig, setupNeeded: true, identityProvider: project }),
  });
  expect(await welcome()).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});
