import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { beforeAll, vi } from 'vitest';

import type { Classroom, SessionUser } from '@/api/types';
import { Providers } from '@/app/providers';
import { AppRoutes } from '@/app/routes';
import { saveUser } from '@/auth/saved-user';
import {
  buildClassroom,
  buildOpenSession,
  buildStudentUser,
  buildTeacherAccount,
  buildTeacherUser,
} from '@/testing/builders';
import { currentSession, type Handlers, json, noContent, errorResponse, serve } from '@/testing/fake-server';
import { buildAuthConfig, buildBackups, buildNetwork, buildSettings } from '@/testing/server-builders';

export const amara = buildStudentUser();
export const rivera = buildTeacherUser();
export const settings = buildSettings();
export const backups = buildBackups();
export const authConfig = buildAuthConfig();
export const account = buildTeacherAccount();

const classroomOf = (id: string, name: string) => buildClassroom({ id, name });
export const math = classroomOf('c1', 'Math 101');
export const art = classroomOf('c2', 'Art');

function Address({ visited }: { visited: string[] }) {
  const { pathname, search } = useLocation();
  useEffect(() => {
    visited.push(pathname);
  }, [visited, pathname]);
  return (
    <>
      <output aria-label="Address">{pathname}</output>
      <output aria-label="Query">{search}</output>
    </>
  );
}

/** The current path. */
export const address = () => screen.getByLabelText('Address').textContent;
/** The search string, such as "?tab=items". */
export const query = () => screen.getByLabelText('Query').textContent;

const none = () => json([]);

function classroomCalled(id: string | undefined) {
  const found = [math, art].find((each) => each.id === id);
  return found ? json(found) : errorResponse(404, 'Not found.');
}

/** Handlers of a class computer with these classes of Elena Rivera; all other lists are empty. */
function defaultHandlers(classes: () => Classroom[]): Handlers {
  return {
    'GET /api/auth/session': currentSession,
    'GET /api/auth/config': () => json(authConfig),
    'POST /api/auth/logout': noContent,
    'GET /api/classrooms': () => json(classes()),
    'GET /api/submissions/teacher/t1': none,
    'GET /api/goal-suggestions/teacher/t1': none,
    'GET /api/students/teacher/t1': none,
    'GET /api/goals/teacher/t1': none,
    'GET /api/students/s1/goals': none,
    'GET /api/students/s1/goalbucks': () => json({ balance: 240, earned: 240, spent: 0 }),
    'GET /api/students/s1/ledger': none,
    'GET /api/submissions/student/s1': none,
    'GET /api/goal-suggestions/student/s1': none,
    'GET /api/purchases/student/s1': none,
    'GET /api/purchases/teacher/t1': none,
    'GET /api/network': () => json(buildNetwork()),
    'GET /api/warnings': none,
    'GET /api/network/doors': () => json({ here: { teacher: null, classes: [] }, nearby: [] }),
    'GET /api/settings': () => json(settings),
    'GET /api/account/sessions': () => json([buildOpenSession()]),
    'GET /api/backups': () => json(backups),
    'GET /api/teachers/t1': () => json(account),
    'GET /api/goalbucks/awards/recent/t1': none,
    'GET /api/goals/teacher/t1/names': none,
    'GET /api/classrooms/{classroom_id}/groups': none,
    'GET /api/classrooms/single/{classroom_id}': ({ params }) => classroomCalled(params['classroom_id']),
    'GET /api/classrooms/{classroom_id}/students/stats': none,
    'GET /api/classrooms/{classroom_id}/signed-in': none,
    'GET /api/classrooms/{classroom_id}/locked': none,
    'GET /api/classrooms/{classroom_id}/here': none,
    'GET /api/classrooms/{classroom_id}/login-cards': none,
    'GET /api/store/classroom/{classroom_id}': none,
    'GET /api/purchases/classroom/{classroom_id}': none,
  };
}

/** Stubs browser APIs that jsdom lacks; the observers never report anything. */
function stubBrowser() {
  class NoopObserver {
    observe = () => undefined;
    unobserve = () => undefined;
    disconnect = () => undefined;
  }
  for (const name of ['IntersectionObserver', 'ResizeObserver']) vi.stubGlobal(name, NoopObserver);
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }));
}

type OpenAppOptions = {
  as?: SessionUser | null;
  classes?: Classroom[] | (() => Classroom[]);
  handlers?: Handlers;
};

/** Renders the whole application at an address, with a signed-in user. */
export function openApp(path: string, { as = null, classes = [], handlers = {} }: OpenAppOptions = {}) {
  stubBrowser();
  const visited: string[] = [];
  const list = typeof classes === 'function' ? classes : () => classes;
  const calls = serve({ ...defaultHandlers(list), ...handlers });
  if (as) saveUser(as);
  render(
    <Providers>
      <MemoryRouter initialEntries={[path]}>
        <AppRoutes />
        <Address visited={visited} />
      </MemoryRouter>
    </Providers>,
  );
  return { user: userEvent.setup(), calls, visited };
}

/** Imports what a file's tests load late before the first one, since that may take longer than a test's timeout. */
export function preload(...modules: (() => Promise<unknown>)[]) {
  beforeAll(() => Promise.all(modules.map((load) => load())), 60_000);
}
