import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter, Outlet, Route, Routes } from 'react-router';
import { vi } from 'vitest';

import { createQueryClient } from '@/api/query-client';
import type { AssignmentRow } from '@/api/types';
import { Toaster } from '@/components/toast/toaster';
import { json, serve } from '@/testing/fake-server';

export const CLASSES = 'GET /api/classrooms';
export const GOALS = 'GET /api/assignments/teacher/t1';

export const ids = { classroomId: 'c1', className: 'Room 12', createdAt: '2025-01-01T08:00:00Z' };

export function goal(number: number, fields: Partial<AssignmentRow> = {}): AssignmentRow {
  const base = { id: `g${number}`, assignmentId: null, name: `Goal ${number}`, goalbucks: 25 };
  const state = { dueDate: null, overdue: false, completedAt: null, total: 1, completed: 0 };
  return {
    classroomId: 'c1',
    className: 'Room 12',
    studentId: 's1',
    studentNames: ['Emma Li'],
    ...base,
    ...state,
    ...fields,
  };
}

export function show(page: ReactNode, handlers: Parameters<typeof serve>[0] = {}) {
  const calls = serve({ [CLASSES]: () => json([{ id: 'c1', name: 'Room 12' }]), ...handlers });
  const openCreateClass = vi.fn();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <Routes>
          <Route element={<Outlet context={{ openCreateClass }} />}>
            <Route path="/" element={page} />
          </Route>
        </Routes>
      </MemoryRouter>
      <Toaster />
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), calls, openCreateClass };
}

export const rowOf = async (name: RegExp) => within(await screen.findByRole('row', { name }));
export const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);
