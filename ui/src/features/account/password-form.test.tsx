import { screen } from '@testing-library/react';
import type userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';

import type { SessionUser } from '@/api/types';
import { FormError, SubmitButton } from '@/shared/form/form-actions';
import { buildStudentUser, buildTeacherUser } from '@/testing/builders';
import { noContent, errorResponse, serve, slowly } from '@/testing/fake-server';
import { render } from '@/testing/render';

import { PasswordForm } from './password-form';

const amara = buildStudentUser();
const elena = buildTeacherUser();

const CHANGE = 'PUT /api/teachers/t1/password';

function open(signedInAs: SessionUser = elena) {
  const onChanged = vi.fn();
  const { user } = render(
    <PasswordForm onChanged={onChanged}>
      <FormError />
      <SubmitButton>Change</SubmitButton>
    </PasswordForm>,
    { signedInAs },
  );
  return { user, onChanged };
}

const current = () => screen.getByLabelText('Current password');
const next = () => screen.getByLabelText('New password');
const again = () => screen.getByLabelText('New password again');

async function fill(user: ReturnType<typeof userEvent.setup>, texts: [string, string, string]) {
  for (const [index, field] of [current(), next(), again()].entries()) {
    await user.clear(field);
    if (texts[index]) await user.type(field, texts[index]);
  }
  await user.keyboard('{Enter}');
}

describe('changing the own password', () => {
  it('needs the present one, and twice the same new one', async () => {
    const calls = serve({});
    const { user } = open();
    await user.click(screen.getByRole('button', { name: 'Change' }));
    expect(await screen.findByText('Type your current password.')).toBeVisible();
    expect(screen.getByText('New password is required.')).toBeVisible();
    expect(screen.getByText('Type the new password once more.')).toBeVisible();
    await fill(user, ['open sesame', 'new secret', 'new secre']);
    expect(await screen.findByText("This isn't the same as the new password.")).toBeVisible();
    expect(calls).toEqual([]);
  });

  it.each([
    ['teacher', elena, 6],
    ['student', amara, 4],
  ])('of a %s has its shortest and 128 as its longest length', async (_role, who, shortest) => {
    const calls = serve({});
    const { user } = open(who);
    await fill(user, ['open', 'x'.repeat(shortest - 1), 'x'.repeat(shortest - 1)]);
    expect(await screen.findByText(`New password needs at least ${shortest} characters.`)).toBeVisible();
    await user.clear(next());
    await user.click(next());
    await user.paste('x'.repeat(129));
    expect(await screen.findByText('New password can have at most 128 characters.')).toBeVisible();
    expect(calls).toEqual([]);
  });

  it('is sent once, says that other devices are signed out, and leaves nothing typed', async () => {
    const calls = serve({ [CHANGE]: () => slowly(noContent()) });
    const { user, onChanged } = open();
    await fill(user, ['open sesame', ' new secret', ' new secret']);
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Password changed')).toBeVisible();
    expect(screen.getByText('Other devices are signed out now.')).toBeVisible();
    expect(calls.map(({ body }) => body)).toEqual([
      { currentPassword: 'open sesame', newPassword: ' new secret' },
    ]);
    expect(onChanged).toHaveBeenCalledOnce();
    for (const field of [current(), next(), again()]) expect(field).toHaveValue('');
  });

  it('of a student goes to the student', async () => {
    const calls = serve({ 'PUT /api/students/s1/password': noContent });
    const { user } = open(amara);
    await fill(user, ['pass', 'word', 'word']);
    expect(await screen.findByText('Password changed')).toBeVisible();
    expect(calls[0]?.body).toEqual({ currentPassword: 'pass', newPassword: 'word' });
  });

  it('with a wrong present one says so under that field, which has the focus, until it is typed anew', async () => {
    serve({
      [CHANGE]: () =>
        errorResponse(422, 'This is not your current password.', { code: 'wrong_password', fields: {} }),
    });
    const { user } = open();
    await fill(user, ['guess', 'new secret', 'new secret']);
    await expect.poll(() => document.activeElement).toBe(current());
    expect(current()).toHaveAccessibleDescription('This is not your current password.');
    expect(screen.queryByText('Failed to change password. Please try again.')).not.toBeInTheDocument();
    expect(next()).toHaveValue('new secret');
    await user.keyboard('x');
    expect(current()).not.toHaveAccessibleDescription();
  });

  it('too often wrong says how long to wait and keeps what was typed', async () => {
    serve({ [CHANGE]: () => errorResponse(429, 'Too many attempts. Please wait 5 minutes.') });
    const { user } = open();
    await fill(user, ['guess', 'new secret', 'new secret']);
    expect(
      await screen.findByText('Failed to change password. Please try again.', { selector: '.toast *' }),
    ).toBeVisible();
    expect(
      await screen.findByText('Too many attempts. Please wait 5 minutes.', { selector: '[role=alert] *' }),
    ).toBeVisible();
    expect(current()).toHaveValue('guess');
  });
});
