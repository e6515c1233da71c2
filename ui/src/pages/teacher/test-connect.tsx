import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { vi } from 'vitest';

import { networkKeys } from '@/api/keys';
import { createQueryClient } from '@/api/query-client';
import type { Network } from '@/api/types';
import { Toaster } from '@/components/toast/toaster';
import { buildNetwork } from '@/testing/builders';
import { json, serve } from '@/testing/fake-server';

import ConnectPage from './connect';
import ItNotePage from './connect-it-note';

const network = buildNetwork();

const createdAt = '2025-10-10T10:42:00Z';
const room = {
  ...{ id: 'c1', teacherId: 't1', name: 'Room 12', classCode: 'K7M4QX', gradeLevel: null, createdAt },
};
const math = { ...room, id: 'c2', name: 'Math 101', classCode: 'ABCDEF' };
const students = (count: number) => () =>
  json(Array.from({ length: count }, (_, at) => ({ id: `s${at}`, firstName: `Emma${at}`, lastName: 'Li' })));

const SIGNED_IN = 'GET /api/classrooms/c1/signed-in';
/** The handler that answers which students of the first class are signed in. */
export const signedIn = (...ids: string[]) => ({
  [SIGNED_IN]: () => json(ids.map((studentId) => ({ studentId, endsAt: '2999-01-01T00:00:00Z' }))),
});

type Situation = {
  reach?: Partial<Network>;
  classes?: object[];
  handlers?: Parameters<typeof serve>[0];
};

/** The page at an address; `change` is what the event stream would make it ask for. */
export function openConnect(
  address = '/teacher/connect',
  { reach = {}, classes = [room, math], handlers = {} }: Situation = {},
) {
  let now: Network = { ...network, ...reach };
  const calls = serve({
    'GET /api/network': () => json(now),
    'GET /api/classrooms': () => json(classes),
    'GET /api/classrooms/c1/students/stats': students(3),
    'GET /api/classrooms/c1/signed-in': () => json([]),
    'GET /api/classrooms/c2/signed-in': () => json([]),
    'GET /api/classrooms/c2/students/stats': students(0),
    ...handlers,
  });
  const client = createQueryClient();
  const openCreateClass = vi.fn();
  const children = [
    { path: '/teacher/connect', element: <ConnectPage /> },
    { path: '/teacher/connect/it-note', element: <ItNotePage /> },
  ];
  const layout = { element: <Outlet context={{ openCreateClass }} />, children };
  const router = createMemoryRouter([layout], { initialEntries: [address] });
  const { unmount } = render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  );
  const change = async (next: Partial<Network>) => {
    now = { ...now, ...next };
    await client.invalidateQueries({ queryKey: networkKeys.all });
  };
  return { user: userEvent.setup(), calls, change, openCreateClass, unmount };
}

export const code = () => screen.findByRole('img', { name: /^QR code for/ });
