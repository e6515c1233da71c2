import { screen, waitFor } from '@testing-library/react';
import { Outlet, Route, Routes } from 'react-router';
import { describe, expect, it } from 'vitest';

import type { Classroom } from '@/api/types';
import { buildClassroom, buildTeacherUser } from '@/testing/builders';
import { errorResponse, type Handlers, json, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';
import { buildAuthConfig } from '@/testing/server-builders';

import ClassesPage from './classes';
import NoClassesPage from './no-classes';

const current = buildClassroom({ id: 'c1', name: 'Room 13' });
const archived = buildClassroom({ id: 'c2', name: 'Room 12', archivedAt: '2026-06-12T15:00:00Z' });
const ARCHIVED = 'GET /api/classrooms?archived=true';

function show(path: string, classes: Classroom[], handlers: Handlers = {}) {
  serve({
    'GET /api/classrooms': () => json(classes),
    [ARCHIVED]: () => json([archived]),
    'GET /api/classrooms/c2/students/stats': () => json([]),
    'GET /api/auth/config': () => json(buildAuthConfig()),
    ...handlers,
  });
  return render(
    <Routes>
      <Route element={<Outlet context={{ openCreateClass: () => undefined }} />}>
        <Route path="/teacher/classes" element={<ClassesPage />} />
        <Route path="/teacher/no-classes" element={<NoClassesPage />} />
        <Route path="/teacher/class/:classId/reports" element={<p>The reports</p>} />
      </Route>
    </Routes>,
    { path, signedInAs: buildTeacherUser() },
  );
}

const menu = () => screen.findByRole('button', { name: 'More for Room 12' });

describe('archived classes', () => {
  // spec: 4.14
  it('are a tab of their own, with when each was archived', async () => {
    const { user } = show('/teacher/classes', [current]);
    await user.click(await screen.findByRole('tab', { name: 'Archived 1' }));
    expect(screen.getByText('Archived on June 12, 2026')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open Room 12' })).toHaveAttribute('href', '/teacher/class/c2');
    expect(screen.queryByText('Room 13')).toBeNull();
  });

  // spec: 4.14
  it('have no tab without any', async () => {
    show('/teacher/classes', [current], { [ARCHIVED]: () => json([]) });
    expect(await screen.findByText('Room 13')).toBeVisible();
    expect(screen.queryByRole('tab')).toBeNull();
  });

  it('can be none, once the last one was brought back', async () => {
    let list = [archived];
    const { user } = show('/teacher/classes?tab=archived', [current], {
      [ARCHIVED]: () => json(list),
      'PUT /api/classrooms/c2/archived': () => {
        list = [];
        return json({ ...archived, archivedAt: null, classCode: 'NEWC0D' });
      },
    });
    await user.click(await menu());
    await user.click(screen.getByRole('menuitem', { name: 'Bring Back' }));
    expect(await screen.findByText('Students now sign in with NEWC0D.')).toBeVisible();
    expect(await screen.findByText('Nothing in the archive')).toBeVisible();
  });

  it('have reports to print, and can be deleted', async () => {
    const { user } = show('/teacher/classes?tab=archived', [current]);
    await user.click(await menu());
    await user.click(screen.getByRole('menuitem', { name: 'Delete Class' }));
    expect(await screen.findByLabelText('Type Room 12 to confirm')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await menu());
    await user.click(screen.getByRole('menuitem', { name: 'Print Reports' }));
    expect(await screen.findByText('The reports')).toBeVisible();
  });

  it('that fail to load offer another try', async () => {
    show('/teacher/classes?tab=archived', [current], { [ARCHIVED]: () => errorResponse(500, 'It broke.') });
    expect(await screen.findByText("The archived classes didn't load")).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  it('are found by a teacher who has no others', async () => {
    const { user } = show('/teacher/no-classes', []);
    await user.click(await screen.findByRole('link', { name: 'Archived Classes (1)' }));
    expect(await screen.findByText('Archived on June 12, 2026')).toBeVisible();
    await user.click(screen.getByRole('tab', { name: 'Current 0' }));
    await waitFor(() => {
      expect(screen.getByText('All your classes are archived.')).toBeVisible();
    });
  });
});
