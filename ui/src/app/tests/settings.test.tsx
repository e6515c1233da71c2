import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { json, noContent, errorResponse, slowly } from '@/testing/fake-server';

import { address, amara, art, math, openApp, preload, rivera } from './app-test-utils';

preload(
  () => import('@/app/teacher-routes'),
  () => import('@/app/student-layout'),
  () => import('@/pages/teacher/settings'),
  () => import('@/pages/student/goals/goals'),
  () => import('@/features/account/account-dialog'),
);

const section = async (name: string) => within(await screen.findByRole('region', { name }));
const savedUser = () => JSON.parse(localStorage.getItem('temp_user') ?? 'null') as unknown;

const RENAME = 'PUT /api/teachers/t1';

describe('the settings', () => {
  // spec: 15.4
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
    expect(save).toHaveAttribute('aria-disabled', 'true');
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
    // A button that has the focus and is disabled loses it.
    expect(save).toBeEnabled();
    expect(save).toHaveAttribute('aria-disabled', 'true');
  });

  it('refuse a name of one character, and keep what a failure left', async () => {
    const { user } = openApp('/teacher/settings', {
      as: rivera,
      handlers: { [RENAME]: () => errorResponse(503, 'Busy.') },
    });
    const own = await section('Your name');
    const field = own.getByLabelText('Full Name');
    await user.clear(field);
    await user.type(field, 'E{Enter}');
    expect(await own.findByText('Full name needs at least 2 characters.')).toBeVisible();
    await user.type(field, 'l{Enter}');
    expect(
      await screen.findByText('Failed to change name. Please try again.', { selector: '.toast *' }),
    ).toBeVisible();
    expect(field).toHaveValue('El');
    expect(savedUser()).toEqual(rivera);
  });

  // spec: 2.26
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
      '/api/classrooms/c2/balances.csv?language=en',
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
      handlers: { 'GET /api/classrooms': () => errorResponse(500, 'No.') },
    });
    const classes = await section('Classes');
    expect(await classes.findByText("Your classes didn't load")).toBeVisible();
    expect(classes.getByRole('button', { name: 'Try again' })).toBeVisible();
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
    await user.type(dialog.getByLabelText('Current password'), 'pass');
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
    const dialog = within(await screen.findByRole('dialog', { name: 'Your Account' }));
    await user.type(dialog.getByLabelText('Current password'), 'pass{Escape}');
    expect(await screen.findByRole('alertdialog')).toHaveAccessibleName('Close without saving?');
  });
});
