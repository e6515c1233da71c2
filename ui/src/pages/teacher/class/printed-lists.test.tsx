import { screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, it, vi } from 'vitest';

import { buildClassroom, buildStudentStats, buildTeacherUser } from '@/testing/builders';
import { json, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';
import { buildAuthConfig, buildNetwork } from '@/testing/server-builders';

import ClassPage from './class';

const amara = buildStudentStats({ id: 's1', firstName: 'Amara', lastName: 'Okafor', username: 'amara.o' });
const ben = buildStudentStats({ id: 's2', firstName: 'Ben', lastName: 'Adams', username: 'ben.a' });
const away = buildStudentStats({
  id: 's3',
  firstName: 'Carla',
  lastName: 'Moss',
  username: 'carla.m',
  goalbucks: 1240,
  awaySince: '2025-10-02T08:00:00Z',
});

function open(students = [amara, away, ben]) {
  vi.stubGlobal('print', vi.fn());
  serve({
    'GET /api/classrooms/single/c1': () => json(buildClassroom({ name: 'Room 12', classCode: 'AB34CD' })),
    'GET /api/classrooms/c1/students/stats': () => json(students),
    'GET /api/classrooms/c1/signed-in': () => json([]),
    'GET /api/classrooms/c1/login-cards': () => json([]),
    'GET /api/classrooms/c1/locked': () => json([]),
    'GET /api/classrooms/c1/groups': () => json([]),
    'GET /api/goalbucks/awards/recent/t1': () => json([]),
    'GET /api/auth/config': () => json(buildAuthConfig()),
    'GET /api/classrooms': () => json([buildClassroom()]),
    'GET /api/network': () => json(buildNetwork()),
  });
  const { user } = render(
    <Routes>
      <Route path="/teacher/class/:classId" element={<ClassPage />} />
    </Routes>,
    { path: '/teacher/class/c1', signedInAs: buildTeacherUser() },
  );
  return {
    user,
    choose: async (item: string) => {
      await user.click(await screen.findByRole('button', { name: 'More for this class' }));
      await user.click(await screen.findByRole('menuitem', { name: item }));
    },
  };
}

const rows = () =>
  [...document.querySelectorAll('.print-alone tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map((cell) => cell.textContent.replaceAll(/\s+/g, ' ')),
  );

// spec: 3.19
it('prints the class list in the order of the table, with those who are away, and then shows the page again', async () => {
  const { choose } = open();
  await screen.findByText('Amara Okafor');
  await choose('Print Class List');
  await waitFor(() => {
    expect(print).toHaveBeenCalledOnce();
  });
  expect(rows().map(([name, , , balance]) => [name, balance])).toEqual([
    ['Ben Adams', String(ben.goalbucks)],
    ['Carla Moss (away)', '1,240'],
    ['Amara Okafor', String(amara.goalbucks)],
  ]);
  const head = document.querySelector('.print-alone thead');
  for (const text of ['Class List', '3 students', 'Room 12', buildTeacherUser().name]) {
    expect(head).toHaveTextContent(text);
  }
  window.dispatchEvent(new Event('afterprint'));
  await waitFor(() => {
    expect(document.querySelector('.print-alone')).toBeNull();
  });
});

// spec: 3.19
it('prints a slip for everybody who can sign in, without a password', async () => {
  const { choose } = open();
  await screen.findByText('Amara Okafor');
  await choose('Print Sign-In Slips');
  await waitFor(() => {
    expect(print).toHaveBeenCalledOnce();
  });
  const slips = rows().flat();
  expect(slips).toHaveLength(2);
  expect(slips[0]).toMatch(/^Ben Adams ?Room 12 ?Address.+Class code ?AB34CD ?Username ?ben\.a$/);
  expect(slips[1]).toMatch(/^Amara Okafor/);
});

// spec: 3.19
it('prints slips of the ticked students alone', async () => {
  const { user, choose } = open();
  await user.click(await screen.findByRole('checkbox', { name: 'Select Amara Okafor' }));
  await choose('Print Sign-In Slips');
  await waitFor(() => {
    expect(rows().flat()).toHaveLength(1);
  });
  expect(rows().flat()[0]).toMatch(/^Amara Okafor/);
});

// spec: 3.19
it('has nothing to print in an empty class', async () => {
  const { user } = open([]);
  await user.click(await screen.findByRole('button', { name: 'More for this class' }));
  for (const name of ['Print Class List', 'Print Sign-In Slips']) {
    expect(await screen.findByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true');
  }
});
