import { screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, it } from 'vitest';

import { rememberServerKind } from '@/api/server-kind';
import type { Schemas } from '@/api/types';
import { buildClassroom, buildStudentStats, buildTeacherUser } from '@/testing/builders';
import { errorResponse, type Handlers, json, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';

import EndOfTermPage from './end-of-term';

const BEGIN = 'POST /api/classrooms/c1/terms';
const NEXT = 'GET /api/classrooms/c1/terms/next';
const next: Schemas['NextTermResponse'] = {
  from: '2025-08-04',
  to: '2025-10-19',
  openGoals: 9,
  keptGoals: 2,
  goalbucks: 1776,
};
const term = { id: 'fall', name: 'Fall', from: next.from, to: next.to };

function show(handlers: Handlers = {}, teacherId = 't1', isSample = false) {
  const calls = serve({
    'GET /api/classrooms/single/c1': () => json(buildClassroom({ name: 'Room 12', teacherId })),
    'GET /api/classrooms/c1/students/stats': () => json([buildStudentStats({ id: 's1' })]),
    'GET /api/classrooms': () =>
      json([buildClassroom({ teacherId }), buildClassroom({ id: 'c2', teacherId, name: 'Science' })]),
    [NEXT]: () => json(next),
    [BEGIN]: () => json(term, 201),
    ...handlers,
  });
  const { user } = render(
    <Routes>
      <Route path="/teacher/class/:classId/end-of-term" element={<EndOfTermPage />} />
    </Routes>,
    { path: '/teacher/class/c1/end-of-term', signedInAs: buildTeacherUser({ isSample }) },
  );
  return { user, calls };
}

async function open(handlers: Handlers = {}) {
  const { user, calls } = show(handlers);
  await user.click(await screen.findByRole('button', { name: 'New Term...' }));
  return { user, calls, dialog: within(await screen.findByRole('dialog', { name: 'New Term' })) };
}

beforeEach(() => {
  rememberServerKind(false);
});

// spec: 24.5
describe('the end of a term', () => {
  it('has four actions, each with when it fits', async () => {
    show();
    expect(await screen.findByText(/, 1 student\. Each of these stands alone/)).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'End of Term' })).toBeVisible();
    const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(titles).toEqual(['New Term', 'Move Students', 'Copy Items from Another Class', 'Archive']);
    expect(screen.getByRole('link', { name: 'Choose Students' })).toHaveAttribute(
      'href',
      '/teacher/class/c1',
    );
  });

  it('opens the dialogs that copy items and archive the class', async () => {
    const { user } = show({
      'GET /api/store/classroom/c1': () => json([]),
      'GET /api/store/classroom/c2': () => json([]),
      'GET /api/purchases/classroom/c1?status=pending': () => json([]),
      'GET /api/submissions/teacher/t1?status=pending': () => json([]),
    });
    await user.click(await screen.findByRole('button', { name: 'Copy Items...' }));
    const copying = within(await screen.findByRole('dialog', { name: 'Copy Items from Another Class' }));
    expect(await copying.findByRole('option', { name: /Science/ })).toBeVisible();
    await user.click(copying.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'Archive...' }));
    expect(await screen.findByRole('alertdialog', { name: 'Archive Room 12?' })).toBeVisible();
  });

  it('does not archive the sample class', async () => {
    show({}, 't1', true);
    await screen.findByRole('button', { name: 'New Term...' });
    expect(screen.queryByRole('heading', { name: 'Archive' })).toBeNull();
  });

  it('is not found by those who do not own the class', async () => {
    show({}, 't2');
    expect(await screen.findByRole('heading', { level: 1, name: /not found/i })).toBeVisible();
  });
});

// spec: 24.1, 24.2, 24.3, 24.5
describe('a new term', () => {
  it('says what will happen, and proposes that goals end and balances stay', async () => {
    const { user, dialog } = await open();
    expect(await dialog.findByLabelText('Name of the term that ends')).toHaveValue('August – October 2025');
    expect(dialog.getByRole('radio', { name: /^End/ })).toBeChecked();
    expect(dialog.getByText(/^7 goals end\. 2 stay, because they wait for you/)).toBeVisible();
    expect(dialog.getByRole('radio', { name: /^Keep.*1,776 GoalBucks stay/ })).toBeChecked();
    expect(
      dialog.getByText(/began on August 4, 2025 and ends with this week, on Sunday, October 19/),
    ).toBeVisible();
    expect(dialog.getByText(/A backup is made first/)).toBeVisible();
    expect(dialog.queryByText(/can't be undone any more/)).toBeNull();
    await user.click(dialog.getByRole('radio', { name: /^Start again at 0/ }));
    expect(dialog.getByText(/can't be undone any more/)).toBeVisible();
  });

  it('begins with what was chosen, by one call', async () => {
    const { user, calls, dialog } = await open();
    const name = await dialog.findByLabelText('Name of the term that ends');
    await user.clear(name);
    await user.type(name, 'Fall');
    await user.click(dialog.getByRole('radio', { name: /^Start again at 0/ }));
    await user.click(dialog.getByRole('button', { name: 'Begin a New Term' }));
    expect(await screen.findByText('A new term has begun')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).toBeNull();
    const sent = calls.filter(({ method }) => method === 'POST');
    expect(sent.map(({ body }) => body)).toEqual([{ name: 'Fall', goals: 'end', balances: 'reset' }]);
  });

  it('asks for a name before sending', async () => {
    const { user, calls, dialog } = await open();
    await user.clear(await dialog.findByLabelText('Name of the term that ends'));
    await user.click(dialog.getByRole('button', { name: 'Begin a New Term' }));
    expect(await dialog.findByText('Name the term.')).toBeVisible();
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('says that a term has ended this week in place of the form', async () => {
    const { dialog } = await open({
      [NEXT]: () => errorResponse(409, 'Begin the next one on Monday.', { code: 'term_too_short' }),
    });
    expect(await dialog.findByText('Begin the next one on Monday.')).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Begin a New Term' })).toBeNull();
  });

  it('says why no term began, and keeps what was typed', async () => {
    const { user, dialog } = await open({
      [BEGIN]: () => errorResponse(409, 'No new term began.', { code: 'not_backed_up' }),
    });
    await user.click(await dialog.findByRole('button', { name: 'Begin a New Term' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('No new term began.');
    expect(dialog.getByLabelText('Name of the term that ends')).toHaveValue('August – October 2025');
  });

  it('can be tried again when its numbers did not load', async () => {
    const { dialog } = await open({ [NEXT]: () => errorResponse(500, 'Something went wrong.') });
    expect(
      await dialog.findByRole('heading', { name: "The numbers of this term didn't load" }),
    ).toBeVisible();
  });
});
