import { Route, Routes } from 'react-router';

import type { Goal } from '@/api/types';
import {
  buildClassroom,
  buildGoal,
  buildStudent,
  buildSubmissionListItem,
  buildTeacherUser,
} from '@/testing/builders';
import { type Handlers, json, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';
import { buildAuthConfig } from '@/testing/server-builders';

import StudentPage from './student-goals';

export const student = buildStudent();

export function goal(number: number, status: Goal['status']): Goal {
  const completedAt = status === 'completed' ? '2024-05-17T10:00:00Z' : null;
  return buildGoal({ id: `g${number}`, name: `Goal ${number}`, goalbucks: 5, status, completedAt });
}

export const range = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) => goal(from - index, 'completed'));

export const totals = { 'X-Goals-Completed': '1440', 'X-Goals-Goalbucks': '7200' };
export const CURRENT = 'GET /api/students/s1/goals?status=current';
export const COMPLETED = 'GET /api/students/s1/goals?status=completed&limit=50';
export const ENDED = 'GET /api/students/s1/goals?status=ended';
export const DENIED = 'GET /api/submissions/student/s1?status=denied&limit=100';
export const LEDGER = 'GET /api/students/s1/ledger?limit=51';

/** Serves a student with 1,440 completed goals; `instead` replaces handlers. */
export function serveGoals(instead: Handlers = {}) {
  serve({
    'GET /api/students/s1': () => json(student),
    'GET /api/students/s1/goalbucks': () => json({ balance: 240, earned: 300, spent: 60 }),
    [LEDGER]: () => json([]),
    'GET /api/classrooms/c1/locked': () => json([]),
    'GET /api/goals/teacher/t1/names': () => json([]),
    'GET /api/auth/config': () => json(buildAuthConfig()),
    'GET /api/classrooms': () => json([]),
    'GET /api/classrooms/single/c1': () => json(buildClassroom({ name: 'Room 12 Homeroom' })),
    'GET /api/submissions/teacher/t1?status=pending': () =>
      json([buildSubmissionListItem({ goalId: 'g2000' })]),
    [DENIED]: () => json([]),
    [CURRENT]: () => json([goal(2000, 'current'), goal(2001, 'current')]),
    [COMPLETED]: () => json(range(1440, 1391), 200, totals),
    [`${COMPLETED}&before=g1391`]: () => json(range(1390, 1341), 200, totals),
    [ENDED]: () => json([]),
    ...instead,
  });
}

export function openAt(path: string) {
  return openWithClient(path).user;
}

export function openWithClient(path = '/teacher/student/s1/goals') {
  const { user, queryClient } = render(
    <Routes>
      <Route path="/teacher/student/:studentId/:tab" element={<StudentPage />} />
      <Route path="/teacher/class/:classId" element={<h1>The class</h1>} />
    </Routes>,
    { path, signedInAs: buildTeacherUser() },
  );
  return { user, client: queryClient };
}

export const open = () => openWithClient().user;
