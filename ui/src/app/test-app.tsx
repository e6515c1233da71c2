import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { vi } from 'vitest';

import type {
  AuthConfig,
  Backups,
  Classroom,
  ComputerSettings,
  SessionUser,
  TeacherAccount,
} from '@/api/types';
import { buildNetwork } from '@/testing/builders';
import { buildStudentUser } from '@/testing/builders';
import { json, noContent, serve } from '@/testing/fake-server';

import { Providers } from './providers';
import { AppRoutes } from './routes';

const network = buildNetwork();

const amara = buildStudentUser();

export { amara };

export const rivera: SessionUser = {
  id: 't1',
  username: 'rivera@school.test',
  role: 'teacher',
  name: 'Elena Rivera',
};

function classroomOf(id: string, name: string): Classroom {
  return {
    id,
    teacherId: 't1',
    name,
    classCode: 'K7M4QX',
    gradeLevel: '5th Grade',
    createdAt: '2025-10-12T12:00:00Z',
  };
}

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

/** Where the application has led to. */
export const address = () => screen.getByLabelText('Address').textContent;
/** What stands behind it, such as "?tab=items". */
export const query = () => screen.getByLabelText('Query').textContent;

type Handlers = Parameters<typeof serve>[0];

const none = () => json([]);

/** As a teacher finds them at the class computer itself. */
export const settings: ComputerSettings = {
  teacherFromNetwork: false,
  teacherFromNetworkFixed: false,
  keepAwake: true,
  imageRetentionDays: null,
  changeable: true,
  version: '1.2.3',
  dataFolder: '/home/rivera/GoalBucks',
  canShowLogs: true,
};

/** Those of a class computer that was set up today. */
export const backups: Backups = {
  elsewhere: false,
  backups: [],
  newestAt: null,
  lastFailure: null,
  busy: null,
  folder: '/home/rivera/GoalBucks/backups',
  canShowFolder: true,
  changeable: true,
};

/** What the login screen is told at the class computer itself. */
export const authConfig: AuthConfig = {
  identityProvider: null,
  teacherSignInAllowed: true,
  registrationAllowed: true,
  school: false,
  setupNeeded: false,
};

/** Elena Rivera's, which is a local one. */
export const account: TeacherAccount = {
  id: 't1',
  name: rivera.name,
  email: rivera.username,
  hasPassword: true,
  usesIdentityProvider: false,
  recoveryCodeMadeAt: null,
};

const callsOf = (classroom: Classroom): Handlers => ({
  [`GET /api/classrooms/single/${classroom.id}`]: () => json(classroom),
  [`GET /api/classrooms/${classroom.id}/students/stats`]: none,
  [`GET /api/classrooms/${classroom.id}/signed-in`]: none,
  [`GET /api/store/classroom/${classroom.id}`]: none,
  [`GET /api/purchases/classroom/${classroom.id}`]: none,
});

/** A class computer with these classes of Elena Rivera's; the lists that aren't given are empty. */
function classComputer(classes: () => Classroom[], user: SessionUser | null): Handlers {
  return {
    'GET /api/auth/session': () => json({ user }),
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
    'GET /api/network': () => json(network),
    'GET /api/warnings': none,
    'GET /api/network/doors': () => json({ here: { teacher: null, classes: [] }, nearby: [] }),
    'GET /api/settings': () => json(settings),
    'GET /api/backups': () => json(backups),
    'GET /api/teachers/t1': () => json(account),
    ...callsOf(math),
    ...callsOf(art),
  };
}

/** What jsdom has none of; here nothing scrolls, comes into sight or changes its size. */
function stubBrowser() {
  class Nothing {
    observe = () => undefined;
    unobserve = () => undefined;
    disconnect = () => undefined;
  }
  for (const name of ['IntersectionObserver', 'ResizeObserver']) vi.stubGlobal(name, Nothing);
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }));
}

type Situation = {
  as?: SessionUser | null;
  classes?: Classroom[] | (() => Classroom[]);
  handlers?: Handlers;
};

/** The whole application at an address, with somebody signed in. */
export function openApp(path: string, { as = null, classes = [], handlers = {} }: Situation = {}) {
  stubBrowser();
  const visited: string[] = [];
  const list = typeof classes === 'function' ? classes : () => classes;
  const calls = serve({ ...classComputer(list, as), ...handlers });
  if (as) localStorage.setItem('temp_user', JSON.stringify(as));
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
