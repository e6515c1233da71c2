import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { address, amara, art, math, openApp, preload, rivera } from './app-test-utils';

preload(
  () => import('@/app/teacher-routes'),
  () => import('@/app/student-layout'),
  () => import('@/pages/teacher/class/class'),
  () => import('@/pages/teacher/classes'),
  () => import('@/pages/teacher/goals/goals'),
  () => import('@/pages/teacher/no-classes'),
  () => import('@/pages/teacher/students'),
  () => import('@/pages/student/goals/goals'),
);

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

describe('the login screen', () => {
  // spec: 1.1, 2.1
  it('has the tagline, a Teacher Login button and a Student Login button', async () => {
    openApp('/');
    expect(await heading('Track goals. Achieve more.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Teacher Login' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Student Login' })).toBeVisible();
  });

  // spec: 2.1
  it.each(['Teacher Login', 'Student Login'])('%s opens its dialog, and closing goes back', async (name) => {
    const { user } = openApp('/');
    await user.click(await screen.findByRole('button', { name }));
    expect(screen.getByRole('dialog')).toHaveAccessibleName(name);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name })).toHaveFocus();
  });
});

describe('a signed-in user', () => {
  // spec: 2.3
  it('goes on to /teacher as a teacher, and from there to the first class', async () => {
    const { visited } = openApp('/', { as: rivera, classes: [math, art] });
    expect(await heading('Math 101')).toBeVisible();
    expect(visited).toEqual(['/', '/teacher', '/teacher/no-classes', '/teacher/class/c1']);
  });

  // spec: 2.3
  it('goes on to /student as a student', async () => {
    const { visited } = openApp('/', { as: amara });
    expect(await heading('Welcome, Amara Okafor!')).toBeVisible();
    expect(visited).toEqual(['/', '/student']);
  });
});

describe('/teacher', () => {
  // spec: 3.3
  it('leads to /teacher/no-classes', async () => {
    openApp('/teacher', { as: rivera });
    expect(await heading('Welcome, Elena Rivera!')).toBeVisible();
    expect(address()).toBe('/teacher/no-classes');
  });

  // spec: 3.3
  it('/teacher/no-classes has a Create Your First Class button that opens Create Class', async () => {
    const { user } = openApp('/teacher/no-classes', { as: rivera });
    await user.click(await screen.findByRole('button', { name: 'Create Your First Class' }));
    expect(screen.getByRole('dialog')).toHaveAccessibleName('Create Class');
  });

  // spec: 3.3
  it('/teacher/no-classes leads to the first class when there are some', async () => {
    openApp('/teacher/no-classes', { as: rivera, classes: [art, math] });
    expect(await heading('Art')).toBeVisible();
    expect(address()).toBe('/teacher/class/c2');
  });

  // spec: 3.4
  it('/teacher/classes lists the classes, each with a link to its dashboard', async () => {
    openApp('/teacher/classes', { as: rivera, classes: [math, art] });
    expect(await heading('Classes')).toBeVisible();
    const main = screen.getByRole('main');
    const links = [...main.querySelectorAll('a')].map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/teacher/class/c1', '/teacher/class/c2']);
  });

  // spec: 3.4
  it('/teacher/classes leads to /teacher/no-classes when there are none', async () => {
    openApp('/teacher/classes', { as: rivera });
    expect(await screen.findByRole('button', { name: 'Create Your First Class' })).toBeVisible();
    expect(address()).toBe('/teacher/no-classes');
  });
});

describe('a page across all classes', () => {
  // spec: 3.5, 3.6
  it.each([
    ['/teacher/students', 'Students will appear here once you create classes.'],
    ['/teacher/goals', 'Goals will appear here once you create classes.'],
  ])('%s is a placeholder while there are no classes', async (path, text) => {
    const { user } = openApp(path, { as: rivera });
    expect(await screen.findByText(text)).toBeVisible();
    expect(address()).toBe(path);
    await user.click(screen.getByRole('button', { name: 'Create Your First Class' }));
    expect(screen.getByRole('dialog')).toHaveAccessibleName('Create Class');
  });
});

const TEACHER_PAGES = [
  '/teacher',
  '/teacher/no-classes',
  '/teacher/classes',
  '/teacher/class/c1',
  '/teacher/student/s1/goals',
  '/teacher/submissions',
  '/teacher/students',
  '/teacher/goals',
  '/teacher/store',
  '/teacher/settings',
  '/teacher/help',
];

const STUDENT_PAGES = ['/student', '/student/store', '/student/history'];

/** The calls of the login screen. */
const FOR_VISITORS = /^\/api\/(auth\/|network\/doors$)/;

describe('the teacher area', () => {
  // spec: 3.2
  it.each(TEACHER_PAGES)('redirects %s to the login screen', async (path) => {
    const { calls } = openApp(path);
    expect(await heading('Track goals. Achieve more.')).toBeVisible();
    expect(address()).toBe('/');
    expect(calls.filter(({ path: asked }) => !FOR_VISITORS.test(asked))).toEqual([]);
  });

  // spec: 3.2
  it.each(TEACHER_PAGES)(
    'leads a student at %s to the login screen, and so back to My Goals',
    async (path) => {
      const { visited } = openApp(path, { as: amara });
      expect(await heading('Welcome, Amara Okafor!')).toBeVisible();
      expect(visited).toEqual([path, '/', '/student']);
    },
  );
});

describe('the student area', () => {
  // spec: 3.8
  it.each(STUDENT_PAGES)('redirects %s to the login screen', async (path) => {
    const { calls } = openApp(path);
    expect(await heading('Track goals. Achieve more.')).toBeVisible();
    expect(address()).toBe('/');
    expect(calls.filter(({ path: asked }) => !FOR_VISITORS.test(asked))).toEqual([]);
  });

  // spec: 3.8
  it.each(STUDENT_PAGES)(
    'leads a teacher at %s to the login screen, and so back to the classes',
    async (path) => {
      const { visited } = openApp(path, { as: rivera, classes: [math] });
      expect(await heading('Math 101')).toBeVisible();
      expect(visited.slice(0, 3)).toEqual([path, '/', '/teacher']);
    },
  );
});

describe('any other path', () => {
  // spec: 3.9
  it.each([
    ['/nowhere', null],
    ['/teachers', null],
    ['/class/c1', rivera],
    ['/nowhere/at/all', amara],
  ])('%s is the 404 page', async (path, as) => {
    openApp(path, { as });
    expect(await heading('404 Page Not Found')).toBeVisible();
    expect(address()).toBe(path);
    expect(screen.getByRole('link', { name: 'Go to the start' })).toHaveAttribute('href', '/');
  });

  // spec: 3.9
  it.each([
    ['/teacher/nowhere', rivera],
    ['/student/nowhere', amara],
  ])('%s is the 404 page for the matching role too', async (path, as) => {
    openApp(path, { as });
    expect(await heading('404 Page Not Found')).toBeVisible();
  });
});
