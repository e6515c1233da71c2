import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { later } from '@/testing/fake-identity-provider';
import { type Handlers, json, noContent, errorResponse, slowly } from '@/testing/fake-server';

import { account, openApp, preload, rivera } from './app-test-utils';

preload(
  () => import('@/app/teacher-routes'),
  () => import('@/pages/teacher/settings'),
);

const section = async (name: string) => within(await screen.findByRole('region', { name }));

describe("the password of an account of the identity provider's", () => {
  const TEACHER = 'GET /api/teachers/t1';
  const SET = 'PUT /api/teachers/t1/password';
  const without = { ...account, hasPassword: false, usesIdentityProvider: true };
  const open = (handlers: Handlers) =>
    openApp('/teacher/settings', { as: rivera, handlers: { [TEACHER]: () => json(without), ...handlers } });
  const card = () => section('Password for this computer');

  it('is for this computer, set without a present one, and changed as any other after that', async () => {
    const { user, calls } = open({ [SET]: () => slowly(noContent()) });
    const own = await card();
    expect(own.getByText(/^It lets you sign in here when there is no internet\./)).toBeVisible();
    expect(own.queryByLabelText('Current password')).not.toBeInTheDocument();
    await user.type(own.getByLabelText('New password'), 'local-secret{Enter}{Enter}');
    expect(await screen.findByText('Password set')).toBeVisible();
    expect(await own.findByLabelText('Current password')).toBeVisible();
    const changes = calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);
    expect(changes).toEqual([{ newPassword: 'local-secret' }]);
    expect(screen.getByRole('heading', { name: 'Password for this computer' })).toHaveFocus();
  });

  it('that was set meanwhile, in another tab, is changed as any other, and a sentence says why', async () => {
    let isSet = false;
    const { user } = open({
      [TEACHER]: () => json({ ...without, hasPassword: isSet }),
      [SET]: () => {
        isSet = true;
        return errorResponse(422, 'Invalid.', {
          code: 'invalid',
          fields: { currentPassword: 'is required' },
        });
      },
    });
    const own = await card();
    await user.type(own.getByLabelText('New password'), 'local-secret{Enter}');
    expect(await own.findByLabelText('Current password')).toBeVisible();
    expect(await screen.findByText('This account has got a password meanwhile')).toBeVisible();
    expect(screen.queryByText('Failed to set password. Please try again.')).not.toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Password for this computer' })).toHaveFocus();
  });

  it('that was set meanwhile takes the focus from nobody who is elsewhere', async () => {
    const { answer, give } = later<Response>();
    const { user } = open({ [SET]: () => answer });
    await user.type((await card()).getByLabelText('New password'), 'local-secret{Enter}');
    const name = screen.getByLabelText('Full Name');
    await user.click(name);
    give(noContent());
    expect(await (await card()).findByLabelText('Current password')).toBeVisible();
    expect(name).toHaveFocus();
  });

  it.each([
    ['', 'New password is required.'],
    ['12345', 'New password needs at least 6 characters.'],
    ['x'.repeat(129), 'New password can have at most 128 characters.'],
  ])('is refused as "%s"', async (typed, text) => {
    const { user, calls } = open({});
    const own = await card();
    await user.click(own.getByLabelText('New password'));
    if (typed) await user.paste(typed);
    await user.keyboard('{Enter}');
    expect(await own.findByText(text)).toBeVisible();
    expect(calls.some(({ method }) => method === 'PUT')).toBe(false);
  });

  it('needs a recent sign-in: the sentence of the server says so, and what was typed stays', async () => {
    const sentence = 'Please sign out, sign in again, and then set the password within 10 minutes.';
    const { user } = open({ [SET]: () => errorResponse(403, sentence, { code: 'sign_in_again' }) });
    const own = await card();
    await user.type(own.getByLabelText('New password'), 'local-secret{Enter}');
    expect(await own.findByRole('alert')).toHaveTextContent(sentence);
    expect(own.getByLabelText('New password')).toHaveValue('local-secret');
    expect(screen.queryByText('Failed to set password. Please try again.')).not.toBeInTheDocument();
  });

  it('that could not be set says so', async () => {
    const { user } = open({ [SET]: () => errorResponse(503, 'Busy.') });
    const own = await card();
    await user.type(own.getByLabelText('New password'), 'local-secret{Enter}');
    expect(
      await screen.findByText('Failed to set password. Please try again.', { selector: '.toast *' }),
    ).toBeVisible();
    expect(own.getByLabelText('New password')).toHaveValue('local-secret');
  });

  it('that was set, but whose answer was lost, is changed as any other', async () => {
    let isSet = false;
    const { user } = open({
      [TEACHER]: () => json({ ...without, hasPassword: isSet }),
      [SET]: () => {
        isSet = true;
        return Promise.reject(new TypeError('Failed to fetch'));
      },
    });
    const own = await card();
    await user.type(own.getByLabelText('New password'), 'local-secret{Enter}');
    expect(await own.findByLabelText('Current password')).toBeVisible();
  });

  it('is changed with the present one where there is one', async () => {
    open({ [TEACHER]: () => json({ ...without, hasPassword: true }) });
    expect((await card()).getByLabelText('Current password')).toBeVisible();
  });

  it('that is changed by the present one says that Google will ask for it, and does not for long', async () => {
    let disconnected = false;
    const { user } = open({
      [TEACHER]: () => json({ ...without, hasPassword: true, usesIdentityProvider: !disconnected }),
      [SET]: () => {
        disconnected = true;
        return noContent();
      },
    });
    const own = await card();
    expect(own.getByText(/the next sign-in with Google asks for the new one once\.$/)).toBeVisible();
    await user.type(own.getByLabelText('Current password'), 'local-secret');
    await user.type(own.getByLabelText('New password'), 'sunflower');
    await user.type(own.getByLabelText('New password again'), 'sunflower{Enter}');
    expect(await screen.findByRole('region', { name: 'Password' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Forgot it?' })).toBeNull();
  });

  describe('that was forgotten', () => {
    const forget = async (answer: () => Response) => {
      const { user, calls } = open({
        [TEACHER]: () => json({ ...without, hasPassword: true }),
        [SET]: answer,
      });
      await user.click((await card()).getByRole('button', { name: 'Forgot it?' }));
      return { user, calls, own: await card() };
    };
    const heading = () => screen.getByRole('heading', { name: 'Password for this computer' });

    it('gives way to another one, set without it', async () => {
      const { user, calls, own } = await forget(noContent);
      expect(own.queryByLabelText('Current password')).toBeNull();
      expect(heading()).toHaveFocus();
      await user.type(own.getByLabelText('New password'), 'sunflower{Enter}');
      expect(await screen.findByText('Password set')).toBeVisible();
      expect(await own.findByLabelText('Current password')).toBeVisible();
      expect(heading()).toHaveFocus();
      const changes = calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);
      expect(changes).toEqual([{ newPassword: 'sunflower' }]);
    });

    it('needs a recent sign-in too', async () => {
      const { user, own } = await forget(() =>
        errorResponse(403, 'Sign in again.', { code: 'sign_in_again' }),
      );
      await user.type(own.getByLabelText('New password'), 'sunflower{Enter}');
      expect(await own.findByRole('alert')).toHaveTextContent('Sign in again.');
    });

    it('can be cancelled when the password is remembered', async () => {
      const { user, own } = await forget(noContent);
      await user.click(own.getByRole('button', { name: 'Cancel' }));
      expect(own.getByLabelText('Current password')).toBeVisible();
      expect(heading()).toHaveFocus();
    });

    it('is not offered to an account without the provider', async () => {
      open({ [TEACHER]: () => json({ ...without, hasPassword: true, usesIdentityProvider: false }) });
      const own = await section('Password');
      expect(await own.findByLabelText('Current password')).toBeVisible();
      expect(own.queryByRole('button', { name: 'Forgot it?' })).toBeNull();
    });
  });

  it('of an account that did not load is offered once it does', async () => {
    let asked = 0;
    const { user } = open({
      [TEACHER]: () => ((asked += 1) === 1 ? errorResponse(500, 'No.') : json(without)),
    });
    const own = await section('Password');
    expect(await own.findByText("Your account didn't load")).toBeVisible();
    await user.click(own.getByRole('button', { name: 'Try again' }));
    expect((await card()).getByLabelText('New password')).toBeVisible();
  });
});
