import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { describe, expect, it } from 'vitest';

import type { ClassGoal } from '@/api/types';
import ClassGoalBoardPage from '@/pages/teacher/class-goal-board';
import { buildClassGoal, buildClassroom, buildStudentStats, buildTeacherUser } from '@/testing/builders';
import { errorResponse, type Handlers, json, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';
import { buildAuthConfig } from '@/testing/server-builders';

import ClassPage from './class';

const students = [
  buildStudentStats({ id: 's1', firstName: 'Amara', lastName: 'Okafor' }),
  buildStudentStats({ id: 's2', firstName: 'Emma', lastName: 'Li' }),
];
const TAB = '/teacher/class/c1/class-goal';

function show(goals: ClassGoal[], handlers: Handlers = {}, path = TAB) {
  const server = { goals };
  const calls = serve({
    'GET /api/classrooms/single/c1': () => json(buildClassroom({ name: 'Room 12' })),
    'GET /api/classrooms/c1/students/stats': () => json(students),
    'GET /api/classrooms/c1/signed-in': () => json([]),
    'GET /api/classrooms/c1/login-cards': () => json([]),
    'GET /api/classrooms/c1/locked': () => json([]),
    'GET /api/classrooms/c1/groups': () => json([]),
    'GET /api/goals/teacher/t1/names': () => json([]),
    'GET /api/goalbucks/awards/recent/t1': () => json([]),
    'GET /api/auth/config': () => json(buildAuthConfig()),
    'GET /api/classrooms': () => json([buildClassroom({ name: 'Room 12' })]),
    'GET /api/class-goals/classroom/c1': () => json(server.goals),
    ...handlers,
  });
  const { user, location } = render(
    <Routes>
      <Route path="/teacher/class/:classId/class-goal/board" element={<ClassGoalBoardPage />} />
      <Route path="/teacher/class/:classId/:tab?" element={<ClassPage />} />
    </Routes>,
    { path, signedInAs: buildTeacherUser() },
  );
  return { user, calls, server, location };
}

const region = async () => within(await screen.findByRole('region', { name: 'Class goal' }));

// spec: 25.2, 25.5, 25.6
describe('the class goal of a class', () => {
  it('is started with a reward, a target and no date', async () => {
    const { user, calls, server } = show([], {
      'POST /api/class-goals': ({ body }) => {
        const made = buildClassGoal({ ...body, until: body.until ?? null, given: 0 });
        server.goals = [made];
        return json(made, 201);
      },
    });
    expect(await screen.findByRole('heading', { name: 'No class goal yet' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'New Class Goal' }));
    const dialog = within(screen.getByRole('dialog', { name: 'New Class Goal' }));
    await user.click(dialog.getByRole('button', { name: 'Start the Class Goal' }));
    expect(await dialog.findByText('Name the class goal.')).toBeVisible();
    await user.type(dialog.getByRole('textbox', { name: 'Reward' }), 'Movie afternoon');
    await user.type(dialog.getByRole('textbox', { name: 'GoalBucks' }), '1,000');
    expect(dialog.getByText('About 500 for each of 2 students.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Start the Class Goal' }));
    expect((await region()).getByRole('heading', { name: 'Movie afternoon' })).toBeVisible();
    const sent = calls.find(({ method }) => method === 'POST');
    expect(sent?.body).toEqual({
      name: 'Movie afternoon',
      goalbucks: 1000,
      until: null,
      classroomId: 'c1',
    });
    expect(sent?.key).toBeTruthy();
  });

  it('keeps the target above what was given', async () => {
    const { user } = show([buildClassGoal()]);
    await user.click((await region()).getByRole('button', { name: 'More for this class goal' }));
    await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Edit Class Goal' }));
    const target = dialog.getByRole('textbox', { name: 'GoalBucks' });
    await user.clear(target);
    await user.type(target, '640');
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await dialog.findByText('Use more than the 640 that the class has given so far.')).toBeVisible();
  });

  it('is ended after a question that says what everybody gets back', async () => {
    const { user, server } = show([buildClassGoal()], {
      'POST /api/class-goals/{class_goal_id}/end': () => {
        server.goals = [buildClassGoal({ status: 'ended', given: 0 })];
        return json(buildClassGoal({ status: 'ended', given: 0 }));
      },
    });
    await user.click((await region()).getByRole('button', { name: 'More for this class goal' }));
    await user.click(screen.getByRole('menuitem', { name: 'End and Give Back' }));
    expect(screen.getByText(/^Everybody gets back what they gave, 640 GoalBucks together/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'End Class Goal' }));
    expect(await screen.findByText('Ended, given back')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'No class goal now' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'New Class Goal' })).toBeVisible();
  });

  it('is marked as done once it is reached', async () => {
    const { user, server } = show([buildClassGoal({ status: 'reached', given: 1000 })], {
      'POST /api/class-goals/{class_goal_id}/done': () => {
        server.goals = [buildClassGoal({ status: 'done', given: 1000 })];
        return json(buildClassGoal({ status: 'done', given: 1000 }));
      },
    });
    expect((await region()).getByText('Reached. Nothing can be taken back any more.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Mark as Done' }));
    await waitFor(() => {
      expect(screen.queryByRole('button', { name: 'Mark as Done' })).toBeNull();
    });
    expect(within(screen.getByRole('list', { name: 'Earlier Class Goals' })).getByText('Done')).toBeVisible();
  });

  it('says who gave what only after the list is opened', async () => {
    const { user, calls } = show([buildClassGoal()], {
      'GET /api/class-goals/{class_goal_id}/gifts': () =>
        json([
          { studentId: 's2', studentName: 'Emma Li', amount: 25, createdAt: '2025-10-12T12:00:00Z' },
          { studentId: 's2', studentName: 'Emma Li', amount: 10, createdAt: '2025-10-11T12:00:00Z' },
        ]),
    });
    const isOfGifts = ({ path }: { path: string }) => path.endsWith('/gifts');
    await region();
    expect(calls.some(isOfGifts)).toBe(false);
    expect(screen.getByText('Who chipped in').closest('summary')?.querySelector('svg')).toBeInTheDocument();
    await user.click(screen.getByText('Who chipped in'));
    expect(await screen.findAllByText('Emma Li')).toHaveLength(2);
    expect(calls.filter(isOfGifts)).toHaveLength(1);
  });

  it('can be loaded again after a failure', async () => {
    show([], { 'GET /api/class-goals/classroom/c1': () => errorResponse(500, 'It broke.') });
    expect(await screen.findByText("The class goal didn't load")).toBeVisible();
  });
});

// spec: 25.2, 25.5, 25.6
describe('the projector view', () => {
  it('shows name, sum and target, large, and no student', async () => {
    const { user, location, calls } = show([buildClassGoal()], {}, `${TAB}/board`);
    expect(await screen.findByRole('heading', { name: 'Movie afternoon' })).toBeVisible();
    expect(screen.getByText('640')).toBeVisible();
    expect(screen.getByText('of 1,000 GoalBucks. 360 to go!')).toBeVisible();
    expect(document.title).toBe('Class goal - GoalBucks');
    expect(calls.some(({ path }) => path.includes('gifts') || path.includes('students'))).toBe(false);
    await user.click(screen.getByRole('button', { name: /Done/ }));
    expect(location()?.pathname).toBe(TAB);
  });

  it('says so when the goal is reached', async () => {
    show([buildClassGoal({ status: 'reached', given: 1000 })], {}, `${TAB}/board`);
    expect(await screen.findByText('We did it!')).toBeVisible();
  });
});
