import { screen } from '@testing-library/react';
import { Outlet, Route, Routes } from 'react-router';
import { describe, expect, it } from 'vitest';

import { buildClassroom, buildTeacherUser } from '@/testing/builders';
import { errorResponse, type Handlers, json, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';

import ClassesPage from './classes';

const JOIN = 'POST /api/classrooms/join';
const own = buildClassroom({ id: 'c1', name: 'Room 12 Homeroom' });
const chess = buildClassroom({ id: 'c2', name: 'Chess Club', teacherId: 't2', ownerName: 'Sam Whitfield' });
const reading = buildClassroom({
  id: 'c3',
  name: 'Room 14 Reading',
  teacherId: 't3',
  ownerName: 'Priya Raman',
});

function show(handlers: Handlers = {}) {
  const classes = [chess, own];
  const calls = serve({
    'GET /api/classrooms': ({ query }) => json(query.includes('archived') ? [] : classes),
    [JOIN]: () => {
      classes.push(reading);
      return json(reading);
    },
    ...handlers,
  });
  const { user } = render(
    <Routes>
      <Route element={<Outlet context={{ openCreateClass: () => undefined }} />}>
        <Route path="/teacher/classes" element={<ClassesPage />} />
      </Route>
    </Routes>,
    { path: '/teacher/classes', signedInAs: buildTeacherUser({ id: 't1' }) },
  );
  return { calls, user };
}

describe('joining a class', () => {
  // spec: 26.2, 26.5
  it('adds it below the own ones, with its owner', async () => {
    const { user, calls } = show();
    await user.click(screen.getByRole('button', { name: 'Join a Class' }));
    await user.type(screen.getByLabelText('Invitation code'), ' 7kq2m x4htp 9wbrc 3dnya ');
    await user.click(screen.getByRole('button', { name: 'Join' }));
    expect(await screen.findByText('You joined Room 14 Reading')).toBeVisible();
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ code: '7kq2m x4htp 9wbrc 3dnya' });
    expect(await screen.findByRole('link', { name: /^Room 14/ })).toBeVisible();
    const names = screen.getAllByRole('link').map(({ textContent }) => textContent);
    expect(names.map((name) => /^(Room 12|Room 14|Chess)/.exec(name)?.[0])).toEqual([
      'Room 12',
      'Room 14',
      'Chess',
    ]);
    const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(headings).toEqual(['With Priya Raman', 'With Sam Whitfield']);
  });

  // spec: 26.2
  it('says at the field that a code is wrong, and the session goes on', async () => {
    const sentence = 'This invitation code isn’t right.';
    const { user } = show({ [JOIN]: () => errorResponse(401, sentence, { code: 'invalid_invitation' }) });
    await user.click(screen.getByRole('button', { name: 'Join a Class' }));
    await user.type(screen.getByLabelText('Invitation code'), 'wrong{Enter}');
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.getByLabelText('Invitation code')).toHaveFocus();
    expect(screen.getByLabelText('Invitation code')).toBeInvalid();
    await user.type(screen.getByLabelText('Invitation code'), '7');
    expect(screen.queryByText(sentence)).toBeNull();
  });

  it('says what the server refuses above the buttons', async () => {
    const sentence = 'A class can have at most 5 co-teachers.';
    const { user } = show({ [JOIN]: () => errorResponse(409, sentence, { code: 'too_many_members' }) });
    await user.click(screen.getByRole('button', { name: 'Join a Class' }));
    await user.type(screen.getByLabelText('Invitation code'), 'right{Enter}');
    expect(await screen.findByText(sentence)).toBeVisible();
  });

  it('needs a code', async () => {
    const { user } = show();
    await user.click(screen.getByRole('button', { name: 'Join a Class' }));
    await user.click(screen.getByRole('button', { name: 'Join' }));
    expect(await screen.findByText('Type the invitation code.')).toBeVisible();
  });
});
