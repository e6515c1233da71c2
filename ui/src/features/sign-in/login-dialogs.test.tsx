import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';

import { buildStudentUser } from '@/testing/builders';
import { type Handlers, json, errorResponse, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';
import { buildAuthConfig } from '@/testing/server-builders';

import { LoginDialogs, type LoginView } from './login-dialogs';

/** The calls that were sent, with `expect(sent())`. */
function serveLogin(handlers: Handlers = {}) {
  const calls = serve({ 'GET /api/auth/config': () => json(buildAuthConfig()), ...handlers });
  return () => calls.map(({ path, body }) => ({ path, body }));
}

function Dialogs({ start }: { start: LoginView }) {
  const [view, setView] = useState(start);
  return <LoginDialogs view={view} onView={setView} />;
}

function open(start: LoginView) {
  const { user } = render(<Dialogs start={start} />);
  return user;
}

const press = (name: string) =>
  userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }));

describe('student login', () => {
  // spec: 2.4, 2.6
  it('asks for username and password, then for the class code, and sends nothing meanwhile', async () => {
    const sent = serveLogin();
    const user = open('student');
    await press('Student Login');
    expect(screen.getByRole('alert')).toHaveTextContent('Username and password are required.');
    expect(screen.getByLabelText('Username')).toBeInvalid();
    expect(screen.getByLabelText('Username')).toHaveFocus();
    await user.type(screen.getByLabelText('Username'), 'amara.o');
    await user.type(screen.getByLabelText('Password'), 'sunflower{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent('Class code is required for students.');
    expect(screen.getByLabelText('Class Code')).toHaveFocus();
    expect(sent()).toEqual([]);
  });

  // spec: 2.18
  it.each([
    [
      'the sentence of the server',
      () => errorResponse(401, 'Incorrect username, password or class code.'),
      'Incorrect username, password or class code.',
    ],
    ['the catalogue text without one', () => new Response('', { status: 500 }), 'Login failed'],
    [
      'a network error',
      () => Promise.reject(new TypeError('Failed to fetch')),
      'Network error. Please try again.',
    ],
  ])('shows %s and keeps what was typed', async (_case, handler, text) => {
    serveLogin({ 'POST /api/auth/student': handler });
    const user = open('student');
    await user.type(screen.getByLabelText('Username'), 'amara.o');
    await user.type(screen.getByLabelText('Password'), 'sunflower');
    await user.type(screen.getByLabelText('Class Code'), 'K7M4QX');
    await press('Student Login');
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(screen.getByLabelText('Username')).toHaveValue('amara.o');
    expect(screen.getByLabelText('Class Code')).toHaveValue('K7M4QX');
  });

  it('says at every field that the server rejected them', async () => {
    const sentence = 'Incorrect username, password or class code.';
    serveLogin({ 'POST /api/auth/student': () => errorResponse(401, sentence) });
    const user = open('student');
    await user.type(screen.getByLabelText('Username'), 'amara.o');
    await user.type(screen.getByLabelText('Password'), 'sunflower');
    await user.type(screen.getByLabelText('Class Code'), 'K7M4QX');
    await press('Student Login');
    await screen.findByRole('alert');
    for (const label of ['Username', 'Password', 'Class Code']) {
      expect(screen.getByLabelText(label)).toBeInvalid();
      expect(screen.getByLabelText(label)).toHaveAccessibleDescription(new RegExp(sentence));
    }
    expect(screen.getByLabelText('Password')).toHaveFocus();
  });

  // spec: 2.4
  it('sends once, however often the button is pressed, and saves the user', async () => {
    const amara = buildStudentUser();
    let finish: (answer: Response) => void = () => undefined;
    const sent = serveLogin({
      'POST /api/auth/student': () =>
        new Promise<Response>((resolve) => {
          finish = resolve;
        }),
    });
    const user = open('student');
    await user.type(screen.getByLabelText('Username'), 'amara.o');
    await user.type(screen.getByLabelText('Password'), 'sunflower');
    await user.type(screen.getByLabelText('Class Code'), 'K7M4QX{Enter}{Enter}');
    const button = await screen.findByRole('button', { name: 'Signing in' });
    await user.click(button);
    finish(json({ user: amara }));
    await waitFor(() => {
      expect(JSON.parse(localStorage.getItem('temp_user') ?? 'null')).toEqual(amara);
    });
    expect(sent().filter(({ path }) => path === '/api/auth/student')).toEqual([
      {
        path: '/api/auth/student',
        body: { username: 'amara.o', password: 'sunflower', classCode: 'K7M4QX' },
      },
    ]);
  });
});

describe('student login, submitted again before it renders', () => {
  it('sends once, and again after a failure', async () => {
    const sent = serveLogin({ 'POST /api/auth/student': () => errorResponse(401, 'Incorrect.') });
    const user = open('student');
    await user.type(screen.getByLabelText('Username'), 'amara.o');
    await user.type(screen.getByLabelText('Password'), 'sunflower');
    await user.type(screen.getByLabelText('Class Code'), 'K7M4QX');
    const form = screen.getByLabelText<HTMLInputElement>('Username').form;
    const logins = () => sent().filter(({ path }) => path === '/api/auth/student');
    act(() => {
      for (let count = 0; count < 33; count += 1) form?.requestSubmit();
    });
    expect(await screen.findByRole('alert')).toHaveTextContent('Incorrect.');
    expect(logins()).toHaveLength(1);
    await press('Student Login');
    await waitFor(() => {
      expect(logins()).toHaveLength(2);
    });
  });
});

describe('a new account', () => {
  const fields = { email: 'is no address', password: 'is too short' };
  async function register(refused: Record<string, string>) {
    serveLogin({
      'POST /api/auth/register-teacher': () =>
        errorResponse(422, 'Please check your input.', { fields: refused }),
    });
    const user = open('create-account');
    await user.type(await screen.findByLabelText('Full Name'), 'Elena Rivera');
    await user.type(screen.getByLabelText('Email'), 'rivera@school.test');
    await user.type(screen.getByLabelText('Password'), 'sunflower{Enter}');
    await screen.findByText('Email is no address.');
  }

  it('shows only the messages of the fields if they explain the whole failure', async () => {
    await register(fields);
    expect(screen.getByText('Password is too short.')).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveFocus();
    expect(screen.queryByText('Please check your input.')).toBeNull();
  });

  it('shows the general message too if an error belongs to no visible field', async () => {
    await register({ ...fields, inviteCode: 'is missing' });
    expect(screen.getByText('Please check your input.')).toBeVisible();
  });
});

describe('teacher login', () => {
  // spec: 2.13
  it('offers no form where teachers may not sign in', async () => {
    serveLogin({
      'GET /api/auth/config': () =>
        json(buildAuthConfig({ teacherSignInAllowed: false, registrationAllowed: false })),
    });
    open('teacher');
    expect(await screen.findByText(/Teachers sign in on the class computer itself/)).toBeVisible();
    expect(screen.queryByLabelText('Password')).not.toBeInTheDocument();
  });

  it('leads on to the student login there, whose first field gets the focus', async () => {
    serveLogin({ 'GET /api/auth/config': () => json(buildAuthConfig({ teacherSignInAllowed: false })) });
    open('teacher');
    await screen.findByText(/Teachers sign in on the class computer itself/);
    await press('Student Login');
    expect(screen.getByLabelText('Username')).toHaveFocus();
  });

  it('offers no new account where none may be made', async () => {
    serveLogin({ 'GET /api/auth/config': () => json(buildAuthConfig({ registrationAllowed: false })) });
    open('teacher');
    expect(await screen.findByLabelText('Email')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Create Account' })).not.toBeInTheDocument();
  });
});

describe('create account', () => {
  it('gives the focus to its first field, and so does the login on the way back', async () => {
    serveLogin();
    open('teacher');
    expect(await screen.findByLabelText('Email')).toHaveFocus();
    await press('Create Account');
    expect(await screen.findByLabelText('Full Name')).toHaveFocus();
    await press('Back to Login');
    expect(await screen.findByLabelText('Email')).toHaveFocus();
  });

  // spec: 2.7, 2.16
  it('names what is wrong under its field, and goes back to the login', async () => {
    const sent = serveLogin();
    const user = open('create-account');
    await user.type(await screen.findByLabelText('Full Name'), 'E');
    await user.type(screen.getByLabelText('Email'), 'rivera@school');
    await user.type(screen.getByPlaceholderText('Choose a password (min 6 characters)'), '12345');
    await press('Create Account');
    expect(await screen.findByText('Full name needs at least 2 characters.')).toBeVisible();
    expect(screen.getByText('Write the whole address, like name@school.org.')).toBeVisible();
    expect(screen.getByText('Password needs at least 6 characters.')).toBeVisible();
    expect(sent().filter(({ body }) => body !== undefined)).toEqual([]);
    await press('Back to Login');
    expect(await screen.findByRole('heading', { name: 'Teacher Login' })).toBeVisible();
  });

  it('sends name, e-mail and password', async () => {
    const sent = serveLogin({
      'POST /api/auth/register-teacher': () =>
        errorResponse(409, 'That e-mail has an account.', { code: 'email_taken' }),
    });
    const user = open('create-account');
    await user.type(await screen.findByLabelText('Full Name'), ' Elena Rivera ');
    await user.type(screen.getByLabelText('Email'), 'rivera@school.org');
    await user.type(screen.getByLabelText('Password'), 'sunflower');
    await press('Create Account');
    expect(await screen.findByRole('alert')).toHaveTextContent('That e-mail has an account.');
    expect(sent()).toContainEqual({
      path: '/api/auth/register-teacher',
      body: { name: 'Elena Rivera', email: 'rivera@school.org', password: 'sunflower' },
    });
    expect(screen.getByLabelText('Full Name')).toHaveValue(' Elena Rivera ');
  });
});
