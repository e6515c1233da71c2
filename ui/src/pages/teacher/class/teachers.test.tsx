import { screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { describe, expect, it } from 'vitest';

import type { Member } from '@/api/types';
import { buildClassroom, buildTeacherUser } from '@/testing/builders';
import { errorResponse, type Handlers, json, noContent, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';

import ClassPage from './class';

const own = buildClassroom({ name: 'Room 12 Homeroom' });
const joined = { ...own, teacherId: 't2', ownerName: 'Sam Whitfield' };
const owner: Member = { teacherId: 't1', name: 'Elena Rivera', role: 'owner', since: null };
const marcus: Member = {
  teacherId: 't2',
  name: 'Marcus Hill',
  role: 'co-teacher',
  since: '2026-01-05T10:00:00Z',
};
const MEMBERS = 'GET /api/classrooms/c1/members';
const INVITE = 'POST /api/classrooms/c1/invitations';
const CODE = '7KQ2M-X4HTP-9WBRC-3DNYA';

function show(handlers: Handlers = {}, classroom = own) {
  const calls = serve({
    'GET /api/classrooms/single/c1': () => json(classroom),
    'GET /api/classrooms': () => json([classroom]),
    'GET /api/classrooms/c1/students/stats': () => json([]),
    'GET /api/classrooms/c1/signed-in': () => json([]),
    'GET /api/classrooms/c1/login-cards': () => json([]),
    'GET /api/classrooms/c1/locked': () => json([]),
    'GET /api/classrooms/c1/groups': () => json([]),
    'GET /api/goals/teacher/t1/names': () => json([]),
    'GET /api/classrooms/c1/substitute-code': () => json({ active: false, madeAt: null, lastUsedAt: null }),
    [MEMBERS]: () => json([owner, marcus]),
    ...handlers,
  });
  const { user } = render(
    <Routes>
      <Route path="/teacher/class/:classId/:tab?" element={<ClassPage />} />
      <Route path="/teacher/classes" element={<p>All classes</p>} />
    </Routes>,
    { path: '/teacher/class/c1/teachers', signedInAs: buildTeacherUser({ id: 't1' }) },
  );
  return { calls, user };
}

const rowOf = async (name: string) => {
  const found = (await screen.findByText(name)).closest('li');
  if (!found) throw new Error('no row');
  return within(found);
};

describe('the teachers of a class', () => {
  // spec: 26.9
  it('are listed with their roles, the own row as You', async () => {
    show();
    expect((await rowOf('Elena Rivera')).getByText('Owner')).toBeVisible();
    expect((await rowOf('Elena Rivera')).getByText('You')).toBeVisible();
    expect((await rowOf('Marcus Hill')).getByText('Co-teacher')).toBeVisible();
  });

  it('can be loaded again after a failure', async () => {
    let tries = 0;
    const { user } = show({
      [MEMBERS]: () => ((tries += 1) === 1 ? errorResponse(500, 'internal') : json([owner])),
    });
    expect(await screen.findByText("The teachers didn't load")).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Elena Rivera')).toBeVisible();
  });

  // spec: 26.2
  it('are invited with a code that is shown once', async () => {
    const { user, calls } = show({
      [INVITE]: () => json({ code: CODE, endsAt: '2026-11-27T10:00:00Z' }, 201),
    });
    await user.click(await screen.findByRole('button', { name: 'Invite a Co-Teacher' }));
    await user.dblClick(screen.getByRole('button', { name: 'Make the Code' }));
    expect(await screen.findByRole('status', { name: 'Invitation code' })).toHaveTextContent(CODE);
    expect(
      screen.getByText('Give it to your co-teacher. It works once, until November 27, 2026.'),
    ).toBeVisible();
    expect(screen.getByRole('button', { name: 'Done' })).toHaveFocus();
    expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Done' }));
    await user.click(screen.getByRole('button', { name: 'Invite a Co-Teacher' }));
    expect(screen.queryByText(CODE)).toBeNull();
  });

  // spec: 26.2
  it('get another code after the response of the first was lost', async () => {
    const responses = [
      errorResponse(409, 'Made already.', { code: 'already_made' }),
      json({ code: CODE, endsAt: '2026-11-27T10:00:00Z' }, 201),
    ];
    const { user, calls } = show({ [INVITE]: () => responses.shift() ?? errorResponse(500, 'internal') });
    await user.click(await screen.findByRole('button', { name: 'Invite a Co-Teacher' }));
    await user.click(screen.getByRole('button', { name: 'Make the Code' }));
    expect(await screen.findByText('Made already.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Make the Code' }));
    expect(await screen.findByRole('status', { name: 'Invitation code' })).toHaveTextContent(CODE);
    const keys = calls
      .filter(({ method }) => method === 'POST')
      .map(({ headers }) => headers.get('Idempotency-Key'));
    expect(new Set(keys).size).toBe(2);
  });

  // spec: 26.1
  it('can’t be invited when there are five co-teachers', async () => {
    const others = [1, 2, 3, 4, 5].map((number) => ({
      ...marcus,
      teacherId: `m${number}`,
      name: `M ${number}`,
    }));
    show({ [MEMBERS]: () => json([owner, ...others]) });
    expect(await screen.findByText('A class can have at most 5 co-teachers.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Invite a Co-Teacher' })).toBeDisabled();
  });

  // spec: 26.3
  it('lose access when the owner ends the membership', async () => {
    let members = [owner, marcus];
    const { user } = show({
      [MEMBERS]: () => json(members),
      'DELETE /api/classrooms/c1/members/t2': () => {
        members = [owner];
        return noContent();
      },
    });
    await user.click(await screen.findByRole('button', { name: 'More for Marcus Hill' }));
    await user.click(await screen.findByRole('menuitem', { name: 'End Membership' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'End Membership' }));
    expect(await screen.findByText('Marcus Hill is no longer a co-teacher')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'More for Marcus Hill' })).toBeNull();
  });

  // spec: 26.3, 26.4
  it('can leave the class of another owner, where they invite nobody', async () => {
    const { user } = show(
      {
        [MEMBERS]: () =>
          json([
            { ...owner, teacherId: 't2', name: 'Sam Whitfield' },
            { ...marcus, teacherId: 't1', name: 'Elena Rivera' },
          ]),
        'DELETE /api/classrooms/c1/members/t1': () => noContent(),
      },
      joined,
    );
    expect(await screen.findByText('With')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Leave Class' }));
    expect(screen.queryByRole('button', { name: 'Invite a Co-Teacher' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Delete Class' })).toBeNull();
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Leave Class' }));
    expect(await screen.findByText('You left Room 12 Homeroom')).toBeVisible();
    expect(screen.getByText('All classes')).toBeVisible();
  });

  // spec: 26.3
  it('read that the class is gone on an open page after the membership has ended', async () => {
    show({ 'GET /api/classrooms/single/c1': () => errorResponse(404, 'not_found') }, joined);
    expect(await screen.findByRole('heading', { name: 'Class not found' })).toBeVisible();
    expect(screen.getByText('It may have been deleted, or you no longer teach it.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'See all classes' })).toHaveAttribute('href', '/teacher/classes');
  });
});
