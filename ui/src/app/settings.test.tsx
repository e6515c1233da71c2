import { screen, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';

import { later } from '@/test-identity-provider';
import { json, noContent, refusal, slowly } from '@/test-server';

import { account, address, amara, art, math, openApp, rivera } from './test-app';

// Their code is there before the first test's patience begins.
beforeAll(async () => {
  await Promise.all([
    import('./teacher-layout'),
    import('./student-layout'),
    import('@/pages/teacher/settings'),
    import('@/pages/student/goals'),
    import('@/features/session/account-dialog'),
  ]);
}, 60_000);

const section = async (name: string) => within(await screen.findByRole('region', { name }));
const savedUser = () => JSON.parse(localStorage.getItem('temp_user') ?? 'null') as unknown;

const RENAME = 'PUT /api/teachers/t1';

describe('the settings', () => {
  it("are reached from the sidebar, by the teacher's name", async () => {
    const { user } = openApp('/teacher/no-classes', { as: rivera });
    await user.click(await screen.findByRole('link', { name: 'Settings' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    expect(address()).toBe('/teacher/settings');
    expect(screen.getByText('rivera@school.test')).toBeVisible();
  });

  it('change the name, in the sidebar and in temp_user too', async () => {
    const renamed = { ...rivera, name: 'Elena Rivera-Diaz' };
    const { user, calls } = openApp('/teacher/settings', {
      as: rivera,
      handlers: { [RENAME]: () => slowly(json({ user: renamed })) },
    });
    const own = await section('Your name');
    const save = own.getByRole('button', { name: 'Save Name' });
    expect(save).toBeDisabled();
    await user.type(own.getByLabelText('Full Name'), '-Diaz ');
    await user.dblClick(save);
    expect(await screen.findByText('Name changed')).toBeVisible();
    expect(calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      { name: 'Elena Rivera-Diaz' },
    ]);
    const sidebar = within(screen.getByRole('complementary', { name: 'Teacher Portal' }));
    expect(sidebar.getByText('Elena Rivera-Diaz')).toBeVisible();
    expect(savedUser()).toEqual(renamed);
    expect(own.getByLabelText('Full Name')).toHaveValue('Elena Rivera-Diaz');
    expect(save).toBeDisabled();
  });

  it('refuse a name of one character, and keep what a failure left', async () => {
    const { user } = openApp('/teacher/settings', {
      as: rivera,
      handlers: { [RENAME]: () => refusal(503, 'Busy.') },
    });
    const own = await section('Your name');
    const field = own.getByLabelText('Full Name');
    await user.clear(field);
    await user.type(field, 'E{Enter}');
    expect(await own.findByText('Full name needs at least 2 characters.')).toBeVisible();
    await user.type(field, 'l{Enter}');
    expect(await screen.findByText('Failed to change name. Please try again.')).toBeVisible();
    expect(field).toHaveValue('El');
    expect(savedUser()).toEqual(rivera);
  });

  it('sign out everywhere once it is confirmed', async () => {
    const { user, calls } = openApp('/teacher/settings', {
      as: rivera,
      handlers: { 'POST /api/auth/logout-everywhere': noContent },
    });
    const button = { name: 'Sign Out Everywhere' };
    await user.click((await section('Sign out everywhere')).getByRole('button', button));
    const question = screen.getByRole('alertdialog', button);
    expect(question).toHaveAccessibleDescription(/on every device, this one too/);
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
    await user.click(within(question).getByRole('button', button));
    expect(await screen.findByText('Signed out everywhere')).toBeVisible();
    await expect.poll(address).toBe('/');
    expect(savedUser()).toBeNull();
  });

  it('list each class with its code, to be edited, given a new code and downloaded', async () => {
    const { user } = openApp('/teacher/settings', { as: rivera, classes: [math, art] });
    const classes = await section('Classes');
    expect(await classes.findAllByRole('listitem')).toHaveLength(2);
    const row = within(classes.getByText('Art').closest('li') ?? document.body);
    expect(row.getByText('K7M4QX')).toBeVisible();
    expect(row.getByRole('link', { name: 'Download balances (CSV) of Art' })).toHaveAttribute(
      'href',
      '/api/classrooms/c2/balances.csv',
    );
    await user.click(row.getByRole('button', { name: 'Edit Class Art' }));
    expect(await screen.findByLabelText('Class Name')).toHaveValue('Art');
    await user.keyboard('{Escape}');
    await user.click(row.getByRole('button', { name: 'New Class Code of Art' }));
    expect(await screen.findByRole('alertdialog', { name: 'New Class Code' })).toBeVisible();
  });

  it('show a new name and code of a class at once, in the sidebar too', async () => {
    let present = math;
    const { user } = openApp('/teacher/settings', {
      as: rivera,
      classes: () => [present],
      handlers: {
        'PUT /api/classrooms/c1': () => json((present = { ...present, name: 'Algebra' })),
        'POST /api/classrooms/c1/class-code': () => json((present = { ...present, classCode: 'NEW234' })),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Edit Class Math 101' }));
    await user.type(await screen.findByLabelText('Class Name'), '!{Enter}');
    expect(await screen.findAllByRole('link', { name: 'Algebra' })).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'New Class Code of Algebra' }));
    await user.click(await screen.findByRole('button', { name: 'Get New Code' }));
    expect(await screen.findByText('NEW234')).toBeVisible();
    expect(screen.queryByText('K7M4QX')).not.toBeInTheDocument();
  });

  it('without a class offer to create one', async () => {
    const { user } = openApp('/teacher/settings', { as: rivera });
    const classes = await section('Classes');
    expect(await classes.findByText('No classes yet')).toBeVisible();
    await user.click(classes.getByRole('button', { name: 'Create Class' }));
    expect(screen.getByRole('dialog', { name: 'Create Class' })).toBeVisible();
  });

  it('whose classes did not load offer to try again', async () => {
    openApp('/teacher/settings', {
      as: rivera,
      handlers: { 'GET /api/classrooms': () => refusal(500, 'No.') },
    });
    const classes = await section('Classes');
    expect(await classes.findByText("Your classes didn't load")).toBeVisible();
    expect(classes.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

describe("the password of an account of the identity provider's", () => {
  const TEACHER = 'GET /api/teachers/t1';
  const SET = 'PUT /api/teachers/t1/password';
  const without = { ...account, hasPassword: false, usesIdentityProvider: true };
  const open = (handlers: NonNullable<Parameters<typeof openApp>[1]>['handlers']) =>
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
        return refusal(422, 'Invalid.', { code: 'invalid', fields: { currentPassword: 'is required' } });
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
    const { user } = open({ [SET]: () => refusal(403, sentence, { code: 'sign_in_again' }) });
    const own = await card();
    await user.type(own.getByLabelText('New password'), 'local-secret{Enter}');
    expect(await own.findByRole('alert')).toHaveTextContent(sentence);
    expect(own.getByLabelText('New password')).toHaveValue('local-secret');
    expect(screen.queryByText('Failed to set password. Please try again.')).not.toBeInTheDocument();
  });

  it('that could not be set says so', async () => {
    const { user } = open({ [SET]: () => refusal(503, 'Busy.') });
    const own = await card();
    await user.type(own.getByLabelText('New password'), 'local-secret{Enter}');
    expect(await screen.findByText('Failed to set password. Please try again.')).toBeVisible();
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

  it('of an account that did not load is offered once it does', async () => {
    let asked = 0;
    const { user } = open({
      [TEACHER]: () => ((asked += 1) === 1 ? refusal(500, 'No.') : json(without)),
    });
    const own = await section('Password');
    expect(await own.findByText("Your account didn't load")).toBeVisible();
    await user.click(own.getByRole('button', { name: 'Try again' }));
    expect((await card()).getByLabelText('New password')).toBeVisible();
  });
});

describe("a student's account", () => {
  it('is opened where the name stands, and takes a new password', async () => {
    const { user, calls } = openApp('/student', {
      as: amara,
      handlers: { 'PUT /api/students/s1/password': noContent },
    });
    const sidebar = within(await screen.findByRole('complementary', { name: 'Student Portal' }));
    await user.click(sidebar.getByRole('button', { name: /Amara Okafor/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Your Account' }));
    expect(dialog.getByText('@amara.o', { exact: false })).toBeVisible();
    expect(dialog.getByLabelText('Current password')).toHaveFocus();
    await user.keyboard('pass');
    await user.type(dialog.getByLabelText('New password'), 'word');
    await user.type(dialog.getByLabelText('New password again'), 'word{Enter}');
    expect(await screen.findByText('Password changed')).toBeVisible();
    expect(calls.find(({ method }) => method === 'PUT')?.path).toBe('/api/students/s1/password');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(sidebar.getByRole('button', { name: /Amara Okafor/ })).toHaveFocus();
  });

  it('asks before it closes with something typed', async () => {
    const { user } = openApp('/student', { as: amara });
    await user.click(await screen.findByRole('button', { name: 'Your account' }));
    await screen.findByRole('dialog', { name: 'Your Account' });
    await user.keyboard('pass{Escape}');
    expect(await screen.findByRole('alertdialog')).toHaveAccessibleName('Close without saving?');
  });
});
