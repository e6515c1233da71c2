import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';

import type { Activity } from '@/api/types';
import { type Kind, kindsInGroup, kindMeta } from '@/features/activity/kinds';
import { setDeviceLanguage, startLanguage } from '@/lib/language';
import { buildActivity } from '@/testing/builders';
import { type Call, json, errorResponse } from '@/testing/fake-server';

import { address, art, math, openApp, preload, query, rivera } from './app-test-utils';

preload(
  () => import('@/app/teacher-routes'),
  () => import('@/pages/teacher/activity'),
);

afterEach(() => {
  setDeviceLanguage('en');
});

const LIST = 'GET /api/activity';
let count = 0;

function row(kind: Kind, more: Partial<Activity> = {}): Activity {
  return buildActivity({ id: `a${count++}`, kind, createdAt: new Date().toISOString(), ...more });
}

const amaras = {
  whoRole: 'student',
  whoName: 'Amara Okafor',
  studentName: 'Amara Okafor',
  classroomId: 'c1',
  address: '10.0.0.17',
  device: 'iPad, Safari',
} as const;

const open = (answer: (call: Call) => Response, path = '/teacher/activity') =>
  openApp(path, { as: rivera, classes: [math, art], handlers: { [LIST]: answer } });
const day = async (name: string) => within(await screen.findByRole('region', { name }));

/** A page shows 50 rows. */
const PAGES_OF_KINDS = [0, 50].map((from) => (Object.keys(kindMeta) as Kind[]).slice(from, from + 50));

describe('the activity', () => {
  // spec: 15.6
  it('says who did what, in which class, and from which device, by the day', async () => {
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    const approved = { studentName: 'Amara Okafor', about: 'Read 20 pages', amount: 25, classroomId: 'c1' };
    open(() =>
      json([row('sign_in', amaras), row('submission_approved', { ...approved, createdAt: yesterday })]),
    );
    const [today] = (await day('Today')).getAllByRole('listitem');
    expect(today).toHaveTextContent(/^Amara Okafor signed in.* · Math 101 · iPad, Safari, 10\.0\.0\.17$/);
    const [before] = (await day('Yesterday')).getAllByRole('listitem');
    expect(before).toHaveTextContent(
      /^Approved Read 20 pages of Amara Okafor.* · Elena Rivera · Math 101 · on the class computer\+25 GoalBucks$/,
    );
  });

  // spec: 15.6
  it('leads to the record of a goal that can still be opened', async () => {
    const approved = { studentName: 'Amara Okafor', about: 'Read 20 pages', amount: 25 };
    open(() =>
      json([
        row('submission_approved', { ...approved, goalId: 'g1', goalStudentId: 's1' }),
        row('goal_deleted', { ...approved, about: 'Write' }),
      ]),
    );
    const links = (await day('Today')).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Read 20 pages', '/teacher/student/s1/goals?goal=g1'],
    ]);
  });

  it('says what was done on the school’s server itself', async () => {
    open(() => json([row('export', { device: "school's server" })]));
    const [exported] = (await day('Today')).getAllByRole('listitem');
    expect(exported).toHaveTextContent(/ · on the school’s server$/);
  });

  it('says how often somebody failed, and that nobody knows who it was', async () => {
    open(() => json([row('sign_in_failed', { ...amaras, device: null, count: 40 })]));
    const [failed] = (await day('Today')).getAllByRole('listitem');
    expect(failed).toHaveTextContent(/^Wrong password for Amara Okafor40 times.* · Math 101 · 10\.0\.0\.17$/);
  });

  it.each(PAGES_OF_KINDS)('has a message for every kind, page %#', async (...all) => {
    open(() => json(all.map((kind) => row(kind, { studentName: 'Amara Okafor', about: 'Read' }))));
    const rows = (await day('Today')).getAllByRole('listitem');
    expect(rows).toHaveLength(all.length);
    for (const each of rows) expect(each.textContent).not.toMatch(/undefined|null|_| {2}/);
  });

  it.each(PAGES_OF_KINDS)(
    'has a message for every kind whose details are unknown, page %#',
    async (...all) => {
      open(() => json(all.map((kind) => row(kind, { studentName: null, about: null }))));
      const rows = (await day('Today')).getAllByRole('listitem');
      expect(rows).toHaveLength(all.length);
      for (const each of rows) expect(each.textContent).not.toMatch(/undefined|null|false|_|\{/);
    },
  );

  it('lists changed settings in the language of the page', async () => {
    await startLanguage(null);
    const about =
      'teacher sign-in from other devices on, remove old photos after 90 days, language of the login page Spanish, new off';
    open(() => json([row('settings_changed', { about, whoName: 'the administrator', whoRole: null })]));
    const [changed] = (await day('Today')).getAllByRole('listitem');
    expect(changed).toHaveTextContent(
      'Changed the settings: teacher sign-in from other devices: on, remove old photos: after 90 days, language of the login page: Spanish, new off',
    );
    act(() => {
      setDeviceLanguage('es');
    });
    await waitFor(() => {
      expect(changed).toHaveTextContent(/^Se cambiaron los ajustes: /);
    });
    expect(changed).toHaveTextContent(
      'entrada de docentes desde otros dispositivos: sí, quitar las fotos antiguas: después de 90 días, idioma de la página de entrada: español, new off',
    );
    expect(changed).toHaveTextContent('la administración');
  });

  it('reads well for an erased student', async () => {
    const erased = { studentName: 'an erased student', about: null };
    open(() =>
      json([row('submission_denied', erased), row('sign_in', { ...amaras, whoName: 'an erased student' })]),
    );
    const today = await day('Today');
    expect(today.getByText(/^Denied a submission of/)).toHaveTextContent(
      'Denied a submission of an erased student',
    );
    expect(today.getByText('An erased student').closest('p')).toHaveTextContent(
      'An erased student signed in',
    );
  });

  it('is asked for by kind, and the address keeps which', async () => {
    const { user, calls } = open(() => json([]));
    await user.click(await screen.findByRole('tab', { name: 'Deletions' }));
    expect(await screen.findByText('Nothing has been deleted.')).toBeVisible();
    expect(query()).toBe('?show=deletions');
    const asked = calls
      .filter(({ path }) => path === '/api/activity')
      .map((call) => new URLSearchParams(call.query));
    expect(asked.map((each) => each.getAll('kind'))).toEqual([[], kindsInGroup('deletions')]);
    expect(kindsInGroup('deletions')).toContain('student_erased');
  });

  it('opens where the address says', async () => {
    open(() => json([]), '/teacher/activity?show=sign-ins');
    expect(await screen.findByRole('tab', { name: 'Sign-ins', selected: true })).toBeVisible();
  });

  it('shows more, and the focus goes to the first that came', async () => {
    const first = Array.from({ length: 51 }, () => row('export'));
    const rest = [row('class_deleted', { about: 'Math 7' })];
    const { user, calls } = open(({ query: asked }) => json(asked.includes('before') ? rest : first));
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    expect((await screen.findByText('Math 7')).closest('li')).toHaveFocus();
    expect(calls.at(-1)?.query).toMatch(/^\?limit=51&before=a\d+$/);
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  });

  it('says that it did not load, and tries again', async () => {
    let works = false;
    const { user } = open(() => (works ? json([]) : errorResponse(500, 'Broken.')));
    expect(await screen.findByText("The activity didn't load")).toBeInTheDocument();
    works = true;
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Nothing here yet')).toBeVisible();
  });

  it('is reached from the settings, and leads back', async () => {
    const { user } = open(() => json([]), '/teacher/settings');
    await user.click(await screen.findByRole('link', { name: 'See Activity' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Activity' })).toBeVisible();
    const trail = within(screen.getByRole('navigation', { name: 'Breadcrumb' }));
    await user.click(trail.getByRole('link', { name: 'Settings' }));
    expect(address()).toBe('/teacher/settings');
  });
});
