import { screen } from '@testing-library/react';
import { Outlet, Route, Routes } from 'react-router';
import { vi } from 'vitest';

import { networkKeys } from '@/api/keys';
import type { Classroom, Network } from '@/api/types';
import { buildClassroom, buildStudentStats, buildTeacherUser } from '@/testing/builders';
import { type Handlers, json, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';
import { buildAuthConfig, buildNetwork } from '@/testing/server-builders';

import ConnectPage from './connect';
import ItNotePage from './connect-it-note';

export const room = buildClassroom({ name: 'Room 12', gradeLevel: null });
export const math = buildClassroom({ id: 'c2', name: 'Math 101', classCode: 'ABCDEF', gradeLevel: null });
const student = (at: number) => buildStudentStats({ id: `s${at}`, firstName: `Emma${at}`, lastName: 'Li' });
const students = (count: number) => () => json(Array.from({ length: count }, (_, at) => student(at)));

const SIGNED_IN = 'GET /api/classrooms/c1/signed-in';
/** Handler for the signed-in students of the first class. */
export const signedIn = (...ids: string[]) => ({
  [SIGNED_IN]: () => json(ids.map((studentId) => ({ studentId, endsAt: '2999-01-01T00:00:00Z' }))),
});

type OpenConnectOptions = {
  reach?: Partial<Network>;
  classes?: Classroom[];
  handlers?: Handlers;
};

/** Opens the page at an address; `change` changes the network's state and refetches it, as after a live event. */
export function openConnect(
  address = '/teacher/connect',
  { reach = {}, classes = [room, math], handlers = {} }: OpenConnectOptions = {},
) {
  let now = buildNetwork(reach);
  const calls = serve({
    'GET /api/auth/config': () => json(buildAuthConfig()),
    'GET /api/network': () => json(now),
    'GET /api/classrooms': () => json(classes),
    'GET /api/classrooms/c1/students/stats': students(3),
    'GET /api/classrooms/{classroom_id}/login-cards': () => json([]),
    'GET /api/classrooms/c1/signed-in': () => json([]),
    'GET /api/classrooms/c2/signed-in': () => json([]),
    'GET /api/classrooms/{classroom_id}/here': () => json([]),
    'GET /api/classrooms/c2/students/stats': students(0),
    ...handlers,
  });
  const openCreateClass = vi.fn();
  const { user, queryClient, unmount } = render(
    <Routes>
      <Route element={<Outlet context={{ openCreateClass }} />}>
        <Route path="/teacher/connect" element={<ConnectPage />} />
        <Route path="/teacher/connect/it-note" element={<ItNotePage />} />
      </Route>
    </Routes>,
    { path: address, signedInAs: buildTeacherUser() },
  );
  const change = async (next: Partial<Network>) => {
    now = { ...now, ...next };
    await queryClient.invalidateQueries({ queryKey: networkKeys.all });
  };
  return { user, calls, change, openCreateClass, unmount };
}

export const code = () => screen.findByRole('img', { name: /^QR code for/ });
