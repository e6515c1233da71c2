import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { buildStudentUser } from '@/testing/builders';
import { json, errorResponse, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';

import { StudentLogin } from './student-login';

// spec: 2.4
it('offers the class code that was used last on this device, to whoever comes next', async () => {
  serve({ 'POST /api/auth/student': () => json({ user: buildStudentUser() }) });
  const { user, rerender } = render(<StudentLogin />);
  await user.type(screen.getByLabelText('Username'), 'amara.o');
  await user.type(screen.getByLabelText('Password'), 'otter cloud');
  await user.type(screen.getByLabelText('Class Code'), 'k7m4qx{Enter}');
  await expect.poll(() => localStorage.getItem('class_code')).toBe('K7M4QX');
  rerender(<StudentLogin key="next" />);
  expect(screen.getByLabelText('Class Code')).toHaveValue('K7M4QX');
  expect(screen.getByLabelText('Username')).toHaveValue('');
});

const SIGN_IN = 'POST /api/auth/card';
const field = () => screen.findByLabelText('Card code');

describe('signing in with a card code', () => {
  // spec: 2.32
  it('takes small letters, dashes and pasted text, and sends at Enter', async () => {
    const calls = serve({ [SIGN_IN]: () => json({ user: buildStudentUser() }) });
    const { user } = render(<StudentLogin />);
    await user.click(screen.getByRole('button', { name: 'I Have a Login Card' }));
    expect(await field()).toHaveFocus();
    await user.type(await field(), 'h4kp-7w');
    expect(await field()).toHaveValue('H4KP 7W');
    await user.keyboard('{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent('A card code has 8 letters and numbers.');
    await user.clear(await field());
    await user.paste(' h4kp 7wqm ');
    expect(await field()).toHaveValue('H4KP 7WQM');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(calls).toHaveLength(0);
    await user.keyboard('{Enter}');
    await expect
      .poll(() => calls.map(({ path, body }) => ({ path, body })))
      .toContainEqual({
        path: '/api/auth/card',
        body: { code: 'H4KP 7WQM' },
      });
    await expect.poll(() => localStorage.getItem('login_way')).toBe('card');
  });

  it('keeps the caret in the middle of the code', async () => {
    serve({});
    const { user } = render(<StudentLogin />);
    await user.click(screen.getByRole('button', { name: 'I Have a Login Card' }));
    await user.type(await field(), 'HKP7');
    await user.type(await field(), '4', { initialSelectionStart: 1, initialSelectionEnd: 1 });
    expect(await field()).toHaveValue('H4KP 7');
    expect((await screen.findByLabelText<HTMLInputElement>('Card code')).selectionStart).toBe(2);
  });

  // spec: 2.32
  it('shows the sentence of a wrong code at the field', async () => {
    serve({ [SIGN_IN]: () => errorResponse(401, 'No card has this code.', { code: 'invalid_card' }) });
    const { user } = render(<StudentLogin />);
    await user.click(screen.getByRole('button', { name: 'I Have a Login Card' }));
    await user.type(await field(), 'H4KP7W2M{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('No card has this code.');
    expect(await field()).toBeInvalid();
    expect(await field()).toHaveFocus();
  });

  // spec: 2.32
  it('is what the dialog begins with on a device that used it last, unless a class code was scanned', async () => {
    localStorage.setItem('login_way', 'card');
    serve({});
    const { user, rerender } = render(<StudentLogin />);
    expect(await field()).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Use Username and Password' }));
    expect(screen.getByLabelText('Username')).toBeVisible();
    rerender(<StudentLogin key="scanned" classCode="K7M4QX" />);
    expect(screen.getByLabelText('Class Code')).toHaveValue('K7M4QX');
  });
});
