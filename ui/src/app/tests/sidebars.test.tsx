import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { Classroom } from '@/api/types';
import { toast } from '@/components/toast/toast-store';
import { buildPurchaseListItem, buildSubmissionListItem, buildSuggestionListItem } from '@/testing/builders';
import { json, errorResponse } from '@/testing/fake-server';

import { address, amara, art, math, openApp, preload, rivera } from './app-test-utils';

preload(
  () => import('@/app/teacher-routes'),
  () => import('@/app/student-layout'),
  () => import('@/pages/teacher/class/class'),
  () => import('@/pages/teacher/no-classes'),
  () => import('@/pages/student/goals/goals'),
);

const sidebarOf = async (portal: string) =>
  within(await screen.findByRole('complementary', { name: portal }));
const hrefOf = (element: HTMLElement) => element.getAttribute('href');

describe("the teacher's sidebar", () => {
  // spec: 3.1
  it('is titled Teacher Portal', async () => {
    openApp('/teacher/no-classes', { as: rivera });
    expect((await sidebarOf('Teacher Portal')).getByText('Teacher Portal')).toBeVisible();
  });

  // spec: 3.1
  it('lists the classes, each as a link to its dashboard, and can be collapsed', async () => {
    const { user } = openApp('/teacher/class/c1', { as: rivera, classes: [math, art] });
    const sidebar = await sidebarOf('Teacher Portal');
    expect(hrefOf(await sidebar.findByRole('link', { name: 'Math 101' }))).toBe('/teacher/class/c1');
    expect(hrefOf(sidebar.getByRole('link', { name: 'Art' }))).toBe('/teacher/class/c2');
    const list = sidebar.getByText('Classes').closest('details');
    expect(list).toHaveAttribute('open');
    await user.click(sidebar.getByText('Classes'));
    expect(list).not.toHaveAttribute('open');
  });

  // spec: 3.1
  it('tells classes apart by their codes whose names look alike, and no others', async () => {
    openApp('/teacher/classes', {
      as: rivera,
      classes: [math, art, { ...math, id: 'c9', name: 'MATH 101', classCode: 'ZZ9K2P' }],
    });
    const sidebar = await sidebarOf('Teacher Portal');
    expect(hrefOf(await sidebar.findByRole('link', { name: /^Math 101 ?, class code K7M4QX$/ }))).toBe(
      '/teacher/class/c1',
    );
    expect(hrefOf(sidebar.getByRole('link', { name: /^MATH 101 ?, class code ZZ9K2P$/ }))).toBe(
      '/teacher/class/c9',
    );
    expect(sidebar.getByRole('link', { name: 'Art' })).toBeVisible();
  });

  // spec: 3.1
  it('says "No classes yet" when there are none', async () => {
    openApp('/teacher/no-classes', { as: rivera });
    expect(await (await sidebarOf('Teacher Portal')).findByText('No classes yet')).toBeVisible();
  });

  // spec: 3.1
  it.each([
    ['list of classes', [math], '/teacher/classes'],
    ['welcome page without any', [], '/teacher/no-classes'],
  ])('links to the %s, with the archived ones and Join a Class', async (_page, classes, path) => {
    openApp('/teacher/store', { as: rivera, classes });
    const sidebar = await sidebarOf('Teacher Portal');
    expect(hrefOf(await sidebar.findByRole('link', { name: 'All Classes' }))).toBe(path);
  });

  // spec: 3.1, 4.1
  it('has a Create Class button that opens the dialog with Class Name and Grade Level', async () => {
    const { user } = openApp('/teacher/no-classes', { as: rivera });
    await user.click((await sidebarOf('Teacher Portal')).getByRole('button', { name: 'Create Class' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Create Class' }));
    expect(dialog.getByLabelText('Class Name')).toHaveAttribute('placeholder', 'e.g. Math 101');
    expect(dialog.getByLabelText(/^Grade Level/)).toHaveAttribute('placeholder', 'e.g. 5th Grade');
  });

  // spec: 1.2, 4.1
  it('shows a created class, whose dashboard opens', async () => {
    const classes: Classroom[] = [];
    const { user, calls } = openApp('/teacher/no-classes', {
      as: rivera,
      classes: () => [...classes],
      handlers: {
        'POST /api/classrooms': () => {
          classes.push(math);
          return json(math, 201);
        },
      },
    });
    const sidebar = await sidebarOf('Teacher Portal');
    const listed = () =>
      calls.filter(({ method, path }) => `${method} ${path}` === 'GET /api/classrooms').length;
    await user.click(sidebar.getByRole('button', { name: 'Create Class' }));
    const before = listed();
    await user.keyboard('Math 101{Tab}5th Grade{Enter}');
    expect(await screen.findByRole('heading', { level: 1, name: 'Math 101' })).toBeVisible();
    expect(address()).toBe('/teacher/class/c1');
    expect(await screen.findByText('Class created')).toBeVisible();
    expect(await sidebar.findByRole('link', { name: 'Math 101' })).toBeVisible();
    expect(listed()).toBeGreaterThan(before);
  });

  // spec: 3.1
  it('links to Submissions and Store', async () => {
    openApp('/teacher/no-classes', { as: rivera });
    const sidebar = await sidebarOf('Teacher Portal');
    expect(hrefOf(sidebar.getByRole('link', { name: 'Submissions' }))).toBe('/teacher/submissions');
    expect(hrefOf(sidebar.getByRole('link', { name: 'Store' }))).toBe('/teacher/store');
  });

  it('links to what connects students', async () => {
    openApp('/teacher/no-classes', { as: rivera });
    const sidebar = await sidebarOf('Teacher Portal');
    expect(hrefOf(sidebar.getByRole('link', { name: 'Connect students' }))).toBe('/teacher/connect');
  });

  // spec: 3.1, 3.17
  it('links to Help and Settings', async () => {
    openApp('/teacher/no-classes', { as: rivera });
    const sidebar = await sidebarOf('Teacher Portal');
    expect(hrefOf(sidebar.getByRole('link', { name: 'Help' }))).toBe('/teacher/help');
    expect(hrefOf(sidebar.getByRole('link', { name: 'Settings' }))).toBe('/teacher/settings');
  });

  // spec: 3.1
  it('counts what waits to be reviewed or handed out, of all classes', async () => {
    const rows = <Row,>(count: number, row: Row) => json(Array.from({ length: count }, () => row));
    const { calls } = openApp('/teacher/no-classes', {
      as: rivera,
      handlers: {
        'GET /api/submissions/teacher/t1': () => rows(2, buildSubmissionListItem()),
        'GET /api/goal-suggestions/teacher/t1': () => rows(1, buildSuggestionListItem()),
        'GET /api/purchases/teacher/t1': () => rows(4, buildPurchaseListItem()),
      },
    });
    const sidebar = await sidebarOf('Teacher Portal');
    expect(await sidebar.findByRole('link', { name: /^Submissions ?3 waiting/ })).toBeVisible();
    expect(await sidebar.findByRole('link', { name: /^Store ?4 waiting/ })).toBeVisible();
    const purchases = calls.find(({ path }) => path === '/api/purchases/teacher/t1');
    expect(purchases?.query).toContain('status=pending');
  });

  // spec: 2.24, 3.1
  it('has a Logout button that leads back to the login screen', async () => {
    const { user, calls } = openApp('/teacher/no-classes', { as: rivera });
    const logout = (await sidebarOf('Teacher Portal')).getByRole('button', { name: 'Logout' });
    expect(logout).toHaveTextContent('Logout');
    await user.click(logout);
    expect(await screen.findByRole('button', { name: 'Teacher Login' })).toBeVisible();
    expect(address()).toBe('/');
    expect(localStorage.getItem('temp_user')).toBeNull();
    await waitFor(() => {
      expect(calls.map(({ path }) => path)).toContain('/api/auth/logout');
    });
  });

  // spec: 2.24
  it('has a Logout that removes the toast of the teacher who was signed in', async () => {
    const { user } = openApp('/teacher/no-classes', { as: rivera });
    const logout = (await sidebarOf('Teacher Portal')).getByRole('button', { name: 'Logout' });
    act(() => {
      toast({ title: 'Student deleted' });
    });
    expect(screen.getByText('Student deleted')).toBeVisible();
    await user.click(logout);
    expect(await screen.findByRole('button', { name: 'Teacher Login' })).toBeVisible();
    expect(screen.queryByText('Student deleted')).toBeNull();
  });

  it('whose classes did not load offers to try again', async () => {
    const { user } = openApp('/teacher/submissions', {
      as: rivera,
      handlers: { 'GET /api/classrooms': () => errorResponse(500, 'No.') },
    });
    const sidebar = await sidebarOf('Teacher Portal');
    expect(await sidebar.findByRole('alert')).toHaveTextContent("The classes didn't load.");
    await user.click(sidebar.getByRole('button', { name: 'Try again' }));
    expect(await sidebar.findByRole('alert')).toBeVisible();
  });
});

describe("the student's sidebar", () => {
  // spec: 3.7
  it('links to My Goals and Store', async () => {
    openApp('/student', { as: amara });
    const sidebar = await sidebarOf('Student Portal');
    expect(hrefOf(sidebar.getByRole('link', { name: 'My Goals' }))).toBe('/student');
    expect(hrefOf(sidebar.getByRole('link', { name: 'Store' }))).toBe('/student/store');
  });

  // spec: 2.24, 3.7
  it('has a Logout button that leads back to the login screen', async () => {
    const { user } = openApp('/student', { as: amara });
    await user.click((await sidebarOf('Student Portal')).getByRole('button', { name: 'Logout' }));
    expect(await screen.findByRole('button', { name: 'Student Login' })).toBeVisible();
    expect(address()).toBe('/');
    expect(localStorage.getItem('temp_user')).toBeNull();
  });

  it('is a bar at the bottom of narrow screens, where no Logout is pressed by mistake', async () => {
    openApp('/student', { as: amara });
    await sidebarOf('Student Portal');
    const bar = screen.getAllByRole('navigation', { name: 'Main' }).at(-1);
    expect(bar).toHaveTextContent('My GoalsMy ProgressStoreYour account');
    const [top] = screen.getAllByRole('banner');
    expect(top).toHaveTextContent('Logout');
  });
});
