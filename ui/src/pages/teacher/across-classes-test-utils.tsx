import { screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Outlet, Route, Routes } from 'react-router';
import { vi } from 'vitest';

import type { AssignmentListItem } from '@/api/types';
import { buildAssignmentListItem, buildClassroom, buildTeacherUser } from '@/testing/builders';
import { type Handlers, json, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';

export const CLASSES = 'GET /api/classrooms';
export const GOALS = 'GET /api/assignments/teacher/t1';
export const GOAL_FILTERS = 'GET /api/assignments/teacher/t1/filters';

export const ids = { classroomId: 'c1', className: 'Room 12', createdAt: '2025-01-01T08:00:00Z' };

export function goal(number: number, fields: Partial<AssignmentListItem> = {}): AssignmentListItem {
  const what = { id: `g${number}`, name: `Goal ${number}`, className: 'Room 12', studentNames: ['Emma Li'] };
  return buildAssignmentListItem({ ...what, ...fields });
}

export function show(page: ReactNode, handlers: Handlers = {}, path = '/') {
  const calls = serve({
    [CLASSES]: () => json([buildClassroom({ name: 'Room 12' })]),
    [GOAL_FILTERS]: () => json({ classes: [], goals: [], students: [] }),
    ...handlers,
  });
  const openCreateClass = vi.fn();
  const { user, queryClient, location } = render(
    <Routes>
      <Route element={<Outlet context={{ openCreateClass }} />}>
        <Route path="/" element={page} />
      </Route>
    </Routes>,
    { signedInAs: buildTeacherUser(), path },
  );
  return { user, calls, location, openCreateClass, queryClient };
}

export const rowOf = async (name: RegExp) => within(await screen.findByRole('row', { name }));
export const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);
