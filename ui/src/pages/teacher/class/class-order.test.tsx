import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';

import { buildClassroom, buildStudentStats, buildTeacherUser } from '@/testing/builders';
import { json, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';
import { buildAuthConfig } from '@/testing/server-builders';

import ClassPage from './class';

// spec: 4.5
it('the order of students is by last name, then first name, in the table and in what follows from it', async () => {
  const named = [
    buildStudentStats({ id: 's3', firstName: 'Amara', lastName: 'Zimmer' }),
    buildStudentStats({ id: 's4', firstName: 'Zoë', lastName: 'De La Cruz' }),
    buildStudentStats({ id: 's5', firstName: 'Ben', lastName: 'De' }),
    buildStudentStats({ id: 's6', firstName: 'Ada', lastName: 'de la cruz' }),
  ];
  serve({
    'GET /api/classrooms/single/c1': () => json(buildClassroom()),
    'GET /api/classrooms/c1/students/stats': () => json(named),
    'GET /api/classrooms/c1/signed-in': () => json([]),
    'GET /api/classrooms/c1/login-cards': () => json([]),
    'GET /api/classrooms/c1/locked': () => json([]),
    'GET /api/goalbucks/awards/recent/t1': () => json([]),
    'GET /api/classrooms/c1/groups': () => json([]),
    'GET /api/auth/config': () => json(buildAuthConfig()),
    'GET /api/classrooms': () => json([buildClassroom()]),
  });
  const { user } = render(
    <Routes>
      <Route path="/teacher/class/:classId" element={<ClassPage />} />
    </Routes>,
    { path: '/teacher/class/c1', signedInAs: buildTeacherUser() },
  );
  const links = await screen.findAllByRole('link', { name: /^View Goals of/ });
  const inOrder = ['Ben De', 'Ada de la cruz', 'Zoë De La Cruz', 'Amara Zimmer'];
  expect(links.map((link) => link.getAttribute('aria-label'))).toEqual(
    inOrder.map((name) => `View Goals of ${name}`),
  );
  await user.click(screen.getByRole('button', { name: 'Manage Students' }));
  const lastNames = screen.getAllByLabelText<HTMLInputElement>('Last name').map(({ value }) => value);
  expect(lastNames).toEqual(['De', 'de la cruz', 'De La Cruz', 'Zimmer']);
});
