import { screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { describe, expect, it } from 'vitest';

import {
  buildClassroom,
  buildPurchaseListItem,
  buildStudentStats,
  buildSubmissionListItem,
  buildTeacherUser,
} from '@/testing/builders';
import { errorResponse, type Handlers, json, serve, slowly } from '@/testing/fake-server';
import { render } from '@/testing/render';
import { buildAuthConfig } from '@/testing/server-builders';

import ClassPage from './class';

const current = buildClassroom({ name: 'Room 12 Homeroom' });
const archived = buildClassroom({ name: 'Room 12 Homeroom', archivedAt: '2026-06-12T15:00:00Z' });
const ARCHIVE = 'PUT /api/classrooms/c1/archived';

function show(handlers: Handlers = {}, path = '/teacher/class/c1') {
  const calls = serve({
    'GET /api/classrooms/single/c1': () => json(archived),
    'GET /api/classrooms/c1/students/stats': () => json([buildStudentStats()]),
    'GET /api/purchases/classroom/c1?status=pending': () => json([buildPurchaseListItem()]),
    'GET /api/purchases/classroom/c1?status=fulfilled&limit=5': () => json([]),
    'GET /api/store/classroom/c1': () => json([]),
    'GET /api/submissions/teacher/t1?status=pending': () =>
      json([buildSubmissionListItem({ id: 'x1' }), buildSubmissionListItem({ id: 'x2', classroomId: 'c2' })]),
    'GET /api/classrooms/c1/signed-in': () => json([]),
    'GET /api/classrooms/c1/login-cards': () => json([]),
    'GET /api/classrooms/c1/locked': () => json([]),
    'GET /api/classrooms/c1/groups': () => json([]),
    'GET /api/goalbucks/awards/recent/t1': () => json([]),
    'GET /api/goals/teacher/t1/names': () => json([]),
    'GET /api/auth/config': () => json(buildAuthConfig()),
    'GET /api/classrooms': () => json([]),
    ...handlers,
  });
  const { user } = render(
    <Routes>
      <Route path="/teacher/class/:classId/:tab?" element={<ClassPage />} />
      <Route path="/teacher/classes" element={<p>All classes</p>} />
      <Route path="/teacher/store" element={<p>The store</p>} />
    </Routes>,
    { path, signedInAs: buildTeacherUser() },
  );
  return { user, calls };
}

describe('an archived class', () => {
  // spec: 4.14
  it('says so, and has nothing to press that would change it', async () => {
    show();
    const strip = await screen.findByRole('region', { name: 'Archived class' });
    expect(strip).toHaveTextContent('This class was archived on June 12, 2026.');
    expect(await screen.findByRole('row', { name: /Amara Okafor/ })).toBeVisible();
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByText('K7M4QX')).toBeNull();
    const presses = screen
      .getAllByRole('button')
      .map((each) => each.getAttribute('aria-label') ?? each.textContent);
    expect(presses.filter((each) => !/^(Student|Goals|GoalBucks|Last|Current)/.test(each))).toEqual([
      'More for this class',
      'Bring Back',
    ]);
  });

  // spec: 4.14
  it('can be deleted, and its balances downloaded', async () => {
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'More for this class' }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Download balances (CSV)',
      'Delete Class',
    ]);
    await user.click(screen.getByRole('menuitem', { name: 'Delete Class' }));
    expect(screen.getByRole('alertdialog')).toHaveAccessibleDescription(/its 1 student/);
  });

  // spec: 4.13
  it('that is brought back is current at once, with its new class code', async () => {
    const { user, calls } = show({ [ARCHIVE]: () => json({ ...current, classCode: 'NEWC0D' }) });
    await user.click(await screen.findByRole('button', { name: 'Bring Back' }));
    expect(await screen.findByText('Students now sign in with NEWC0D.')).toBeVisible();
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ archived: false });
  });

  it('that could not be brought back says so', async () => {
    const { user } = show({ [ARCHIVE]: () => errorResponse(500, 'It broke.') });
    await user.click(await screen.findByRole('button', { name: 'Bring Back' }));
    expect(await screen.findByText('Failed to bring class back. Please try again.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Bring Back' })).toBeEnabled();
  });

  // spec: 4.14
  it('keeps the purchases that can still be handed out', async () => {
    show({}, '/teacher/class/c1/fulfillment');
    expect(await screen.findByRole('button', { name: /Fulfilled/ })).toBeVisible();
    expect(screen.getByRole('tab', { name: 'Fulfillment 1 pending' })).toBeVisible();
  });

  it('without students has none to add', async () => {
    show({ 'GET /api/classrooms/c1/students/stats': () => json([]) });
    expect(await screen.findByText('This class was archived without any.')).toBeVisible();
  });
});

describe('a class', () => {
  const CURRENT = { 'GET /api/classrooms/single/c1': () => json(current) };

  async function ask(handlers: Handlers = {}) {
    const { user, calls } = show({ ...CURRENT, ...handlers });
    await screen.findByRole('row', { name: /Amara Okafor/ });
    await user.click(screen.getByRole('button', { name: 'More for this class' }));
    await user.click(screen.getByRole('menuitem', { name: 'Archive Class' }));
    return {
      user,
      calls,
      question: await screen.findByRole('alertdialog', { name: 'Archive Room 12 Homeroom?' }),
    };
  }

  // spec: 4.13
  it('is archived after a question that says who can’t sign in and what waits', async () => {
    const { user, calls, question } = await ask({ [ARCHIVE]: () => slowly(json(archived)) });
    expect(await within(question).findByText(/1 purchase can still be handed out/)).toBeVisible();
    expect(question).toHaveAccessibleDescription(
      /^1 student can’t sign in any more, and nothing can be added\./,
    );
    expect(question).toHaveAccessibleDescription(/1 submission waits for you\. Review it first/);
    expect(question).toHaveAccessibleDescription(/Bringing it back gives it a new class code\.$/);
    await user.dblClick(within(question).getByRole('button', { name: 'Archive' }));
    expect(await screen.findByText('All classes')).toBeVisible();
    expect(screen.getByText('You find it under Classes, Archived.')).toBeVisible();
    expect(calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      { archived: true },
    ]);
  });

  it('that could not be archived stays, and the question says why', async () => {
    const { user, question } = await ask({ [ARCHIVE]: () => errorResponse(500, 'It broke.') });
    await user.click(within(question).getByRole('button', { name: 'Archive' }));
    expect(await screen.findByText('Failed to archive class. Please try again.')).toBeVisible();
    expect(question).toBeVisible();
  });

  it('has its purchases in the store', async () => {
    show(CURRENT, '/teacher/class/c1/fulfillment');
    expect(await screen.findByText('The store')).toBeVisible();
  });
});
