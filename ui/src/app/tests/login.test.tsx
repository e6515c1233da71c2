import { render, screen, within } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { describe, expect, it, vi } from 'vitest';

import { Providers } from '@/app/providers';
import { RoleGuard } from '@/app/role-guard';
import { project } from '@/testing/fake-identity-provider';
import { json, errorResponse, serve } from '@/testing/fake-server';

import { address, amara, authConfig, math, openApp, preload, rivera } from './app-test-utils';

preload(
  () => import('@/app/teacher-routes'),
  () => import('@/app/student-layout'),
  () => import('@/features/sign-in/create-account-form'),
  () => import('@/features/account/recovery-code-offer-dialog'),
  () => import('@/pages/teacher/class/class'),
  () => import('@/pages/teacher/no-classes'),
  () => import('@/pages/student/goals/goals'),
);

type Situation = Parameters<typeof openApp>[1];

async function openDialog(name: 'Teacher Login' | 'Student Login', situation?: Situation) {
  const { user, calls } = openApp('/', situation);
  await user.click(await screen.findByRole('button', { name }));
  await screen.findByLabelText('Password');
  const dialog = () => within(screen.getByRole('dialog'));
  const submit = (label: string = name) => user.click(dialog().getByRole('button', { name: label }));
  const type = (label: string, text: string) => user.type(dialog().getByLabelText(label), text);
  return { user, calls, dialog, submit, type };
}

async function openCreateAccount(situation?: Situation) {
  const opened = await openDialog('Teacher Login', situation);
  await opened.submit('Create Account');
  await screen.findByLabelText('Full Name');
  return opened;
}

vi.mock('@/features/sign-in/identity-provider', () => import('@/testing/fake-identity-provider'));

describe('while the session is being restored', () => {
  // spec: 2.2
  it('the login screen shows a Loading state, and no button', () => {
    const observer = new MutationObserver(() => undefined);
    observer.observe(document.body, { childList: true, subtree: true });
    openApp('/');
    const gone = observer.takeRecords().flatMap(({ removedNodes }) => [...removedNodes]);
    expect(gone.map(({ textContent }) => textContent)).toEqual(['Loading...']);
  });

  // spec: 2.2, 3.8
  it.each([amara, rivera])('nobody is sent away from a page of the $role', async (user) => {
    serve({});
    localStorage.setItem('temp_user', JSON.stringify(user));
    render(
      <Providers>
        <MemoryRouter initialEntries={['/page']}>
          <Routes>
            <Route path="/" element={<p>Sent away</p>} />
            <Route
              path="/page"
              element={
                <RoleGuard allowedRole={user.role}>
                  <p>Let in</p>
                </RoleGuard>
              }
            />
          </Routes>
        </MemoryRouter>
      </Providers>,
    );
    expect(await screen.findByText('Let in')).toBeVisible();
  });
});

describe('the teacher dialog', () => {
  // spec: 2.6
  it('has e-mail and password, Create Account, and under "Or continue with" Sign in with Google', async () => {
    const { dialog } = await openDialog('Teacher Login', {
      handlers: { 'GET /api/auth/config': () => json({ ...authConfig, identityProvider: project }) },
    });
    expect(dialog().getByLabelText('Email')).toHaveAttribute('type', 'email');
    expect(dialog().getByLabelText('Password')).toHaveAttribute('type', 'password');
    expect(dialog().getByRole('button', { name: 'Create Account' })).toBeVisible();
    const others = dialog().getByText('Or continue with');
    const google = dialog().getByRole('button', { name: 'Sign in with Google' });
    expect(others.compareDocumentPosition(google)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(google).not.toHaveAccessibleDescription();
  });

  // spec: 2.6, 2.18
  it('has Sign in with Google also without an identity provider, and says that it isn’t set up', async () => {
    const { user, dialog, calls } = await openDialog('Teacher Login');
    expect(dialog().getByText('Or continue with')).toBeVisible();
    const google = dialog().getByRole('button', { name: 'Sign in with Google' });
    expect(google).toHaveAccessibleDescription('Not set up on this computer');
    await user.click(google);
    expect(dialog().getByRole('alert')).toHaveTextContent(
      'Firebase authentication is not configured. Please set up Firebase credentials.',
    );
    expect(dialog().getByText(/google-sign-in\.md in the documentation of GoalBucks/)).toBeVisible();
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  // spec: 2.4, 2.6
  it.each([
    ['', ''],
    ['rivera@school.test', ''],
    ['', 'sunflower'],
  ])('needs e-mail and password: "%s" and "%s" are not enough', async (email, password) => {
    const { dialog, submit, type, calls } = await openDialog('Teacher Login');
    if (email) await type('Email', email);
    if (password) await type('Password', password);
    await submit();
    expect(dialog().getByRole('alert')).toHaveTextContent('Username and password are required.');
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  // spec: 1.2, 2.6
  it('signs in, closes and leads to /teacher', async () => {
    const { submit, type, calls } = await openDialog('Teacher Login', {
      classes: [math],
      handlers: { 'POST /api/auth/teacher': () => json({ user: rivera }) },
    });
    await type('Email', 'rivera@school.test');
    await type('Password', 'sunflower');
    await submit();
    expect(await screen.findByRole('heading', { level: 1, name: 'Math 101' })).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(address()).toBe('/teacher/class/c1');
    expect(JSON.parse(localStorage.getItem('temp_user') ?? '')).toEqual(rivera);
    const sent = calls.find(({ path }) => path === '/api/auth/teacher');
    expect(sent?.body).toEqual({ username: 'rivera@school.test', password: 'sunflower' });
  });

  // spec: 2.18
  it.each([
    [
      'the sentence of the server',
      () => errorResponse(401, 'Incorrect e-mail or password.'),
      /^Incorrect e-mail/,
    ],
    ['"Sign-in failed" without one', () => new Response('', { status: 500 }), /^Sign-in failed$/],
    [
      'a network error',
      () => Promise.reject(new TypeError('Failed to fetch')),
      /^Network error. Please try again.$/,
    ],
  ])('shows %s, stays open and keeps what was typed', async (_case, answer, text) => {
    const { dialog, submit, type } = await openDialog('Teacher Login', {
      handlers: { 'POST /api/auth/teacher': answer },
    });
    await type('Email', 'rivera@school.test');
    await type('Password', 'sunflower');
    await submit();
    expect(await dialog().findByRole('alert')).toHaveTextContent(text);
    expect(dialog().getByLabelText('Email')).toHaveValue('rivera@school.test');
    expect(
      dialog().queryAllByLabelText(/^(Email|Password)$/, { selector: '[aria-invalid=true]' }),
    ).toHaveLength(text.test('Incorrect e-mail or password.') ? 2 : 0);
    expect(localStorage.getItem('temp_user')).toBeNull();
  });
});

describe('the create-account view', () => {
  // spec: 2.1, 2.7
  it('has Full Name, Email, Password with its placeholder, and Back to Login', async () => {
    const { dialog, submit } = await openCreateAccount();
    expect(dialog().getByLabelText('Full Name')).toBeVisible();
    expect(dialog().getByLabelText('Email')).toBeVisible();
    const password = dialog().getByLabelText('Password');
    expect(password).toHaveAttribute('placeholder', 'Choose a password (min 6 characters)');
    await submit('Back to Login');
    expect(screen.getByRole('dialog')).toHaveAccessibleName('Teacher Login');
  });

  // spec: 2.7
  it('needs all three', async () => {
    const { dialog, submit, calls } = await openCreateAccount();
    await submit('Create Account');
    for (const text of ['Full name is required.', 'Email is required.', 'Password is required.']) {
      expect(await dialog().findByText(text)).toBeVisible();
    }
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  // spec: 1.2, 2.7
  it('makes the account with 2 characters of name and 6 of password, and leads to /teacher', async () => {
    const { user, submit, type, calls } = await openCreateAccount({
      handlers: { 'POST /api/auth/register-teacher': () => json({ user: { ...rivera, name: 'Bo' } }, 201) },
    });
    await type('Full Name', 'Bo');
    await type('Email', 'bo@school.test');
    await type('Password', '123456');
    await submit('Create Account');
    await user.click(await screen.findByRole('button', { name: 'Later' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome, Bo!' })).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(address()).toBe('/teacher/no-classes');
    expect(calls.find(({ path }) => path === '/api/auth/register-teacher')?.body).toEqual({
      name: 'Bo',
      email: 'bo@school.test',
      password: '123456',
    });
  });

  // spec: 2.7, 2.18
  it.each([
    [
      'the sentence of the server',
      () => errorResponse(409, 'That e-mail has an account.'),
      /^That e-mail has/,
    ],
    ['"Registration failed" without one', () => new Response('', { status: 500 }), /^Registration failed$/],
    [
      'a network error',
      () => Promise.reject(new TypeError('Failed to fetch')),
      /^Network error. Please try again.$/,
    ],
  ])('shows %s and stays open', async (_case, answer, text) => {
    const { dialog, submit, type } = await openCreateAccount({
      handlers: { 'POST /api/auth/register-teacher': answer },
    });
    await type('Full Name', 'Bo');
    await type('Email', 'bo@school.test');
    await type('Password', '123456');
    await submit('Create Account');
    expect(await dialog().findByRole('alert')).toHaveTextContent(text);
    expect(dialog().getByLabelText('Full Name')).toHaveValue('Bo');
  });
});

describe('the student dialog', () => {
  // spec: 1.3, 2.1, 2.4
  it('has Username, Password, Class Code and says who makes accounts', async () => {
    const { dialog } = await openDialog('Student Login');
    for (const label of ['Username', 'Password', 'Class Code']) {
      expect(dialog().getByLabelText(label)).toBeVisible();
    }
    const note =
      "Don't have an account? Unfortunately, this platform only supports teacher created accounts right now.";
    expect(dialog().getByText(note)).toBeVisible();
    expect(dialog().queryByRole('button', { name: 'Create Account' })).toBeNull();
  });

  // spec: 1.3, 2.4
  it('signs in, closes and leads to /student', async () => {
    const { submit, type } = await openDialog('Student Login', {
      handlers: { 'POST /api/auth/student': () => json({ user: amara }) },
    });
    await type('Username', 'amara.o');
    await type('Password', 'sunflower');
    await type('Class Code', 'K7M4QX');
    await submit();
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome, Amara Okafor!' })).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(address()).toBe('/student');
    expect(JSON.parse(localStorage.getItem('temp_user') ?? '')).toEqual(amara);
  });
});
