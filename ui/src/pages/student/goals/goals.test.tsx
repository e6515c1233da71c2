import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { createQueryClient } from '@/api/query-client';
import type { Goal, StudentUser, Submission } from '@/api/types';
import { buildGoal, buildSavings, buildStudentUser, buildSubmission } from '@/testing/builders';
import { type Call, type Handlers, json, noContent, errorResponse, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';

import MyGoalsPage from './goals';

const amara = buildStudentUser();

const LONG_AGO = '2025-01-05T09:00:00.000Z';

const goal = (id: string, fields: Partial<Goal> = {}) =>
  buildGoal({ id, name: `Goal ${id}`, createdAt: LONG_AGO, ...fields });

const done = (id: string) => goal(id, { status: 'completed', completedAt: LONG_AGO });

const proof = (goalId: string, fields: Partial<Submission> = {}) =>
  buildSubmission({ id: `p-${goalId}`, goalId, createdAt: LONG_AGO, ...fields });

const denied = (goalId: string, comment: string, allowResubmission = false) =>
  proof(goalId, { status: 'denied', comment, allowResubmission, reviewedAt: LONG_AGO });

type World = { current?: Goal[]; completed?: Goal[]; proofs?: Submission[]; fails?: boolean };

/** The server, as far as the page asks it. */
function serveGoals(world: World, handlers: Handlers = {}) {
  const goals = ({ query }: Call) => {
    if (world.fails) return errorResponse(500, 'It broke.');
    const asked = new URLSearchParams(query);
    const completed = world.completed ?? [];
    const start = completed.findIndex(({ id }) => id === asked.get('before')) + 1;
    const page = completed.slice(start, start + Number(asked.get('limit')));
    const totals = { 'X-Goals-Completed': String(completed.length), 'X-Goals-Goalbucks': '0' };
    return json(asked.get('status') === 'current' ? (world.current ?? []) : page, 200, totals);
  };
  return serve({
    'GET /api/students/s1/goals': goals,
    'GET /api/students/s1/goalbucks': () => json({ balance: 240, earned: 240, spent: 0 }),
    'GET /api/students/s1/ledger': () => json([]),
    'GET /api/purchases/student/s1': () => json([]),
    'GET /api/goal-suggestions/student/s1': () => json([]),
    'GET /api/class-goals/classroom/c1': () => json([]),
    'GET /api/submissions/student/s1': ({ query }) =>
      json((world.proofs ?? []).filter(({ status }) => query.includes(`status=${status}`))),
    'DELETE /api/submissions/{submission_id}': ({ params }) => {
      world.proofs = (world.proofs ?? []).filter(({ id }) => id !== params['submission_id']);
      return noContent();
    },
    ...handlers,
  });
}

function show(signedInAs: StudentUser = amara, client = createQueryClient()) {
  return render(<MyGoalsPage />, { signedInAs, queryClient: client }).user;
}

const stat = async (label: string) => {
  const card = (await screen.findByText(label, { selector: 'dt' })).parentElement;
  if (!card) throw new Error(`${label} stands in no card.`);
  return within(card).findByRole('definition');
};

const row = async (name: string) => {
  const found = (await screen.findByRole('heading', { name, level: 3 })).closest('li');
  if (!found) throw new Error(`${name} is no row.`);
  return within(found);
};

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
});

describe('the welcome', () => {
  // spec: 6.13
  it.each([
    ['the full name', amara, 'Welcome, Amara Okafor!'],
    ['the username without one', { ...amara, name: '' }, 'Welcome, amara.o!'],
  ])('is with %s', async (_rule, user, heading) => {
    serveGoals({});
    show(user);
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeVisible();
  });
});

describe('the cards', () => {
  // spec: 1.3, 6.13
  it('show the balance and how many goals are current and achieved', async () => {
    serveGoals({ current: [goal('1'), goal('2')], completed: [done('3')] });
    show();
    expect(await stat('Available Balance')).toHaveTextContent('240 GoalBucks');
    expect(await stat('Current Goals')).toHaveTextContent('2');
    expect(await stat('Goals Achieved')).toHaveTextContent('1');
  });

  // spec: 6.13
  it('count all goals achieved, though only 50 are shown at first', async () => {
    const completed = Array.from({ length: 1234 }, (_, index) => done(`d${index}`));
    const calls = serveGoals({ completed });
    const user = show();
    expect(await stat('Goals Achieved')).toHaveTextContent(/^1,234$/);
    expect(screen.getAllByText('Completed', { exact: false, selector: 'p' })).toHaveLength(50);
    const asked = () => calls.filter(({ path }) => /\/(home|goals)$/.test(path)).length;
    expect(asked()).toBe(1);
    await user.click(screen.getByRole('button', { name: 'Show more (1,184 left)' }));
    expect(await screen.findByRole('heading', { name: 'Goal d99' })).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Goal d100' })).toBeNull();
    expect(screen.getByRole('heading', { name: 'Goal d50' }).closest('li')).toHaveFocus();
    expect(asked()).toBe(2);
  });

  // spec: 25.1
  it('show what is missing for the item that the student saves for', async () => {
    const savings = buildSavings({ itemName: 'Class DJ', goalbucksCost: 300 });
    serveGoals({}, { 'GET /api/students/s1/savings': () => json(savings) });
    show();
    const card = await screen.findByRole('region', { name: 'You save for Class DJ' });
    expect(within(card).getByText('60 more to go')).toBeVisible();
  });

  it('offer no more when just 50 are achieved', async () => {
    serveGoals({ completed: Array.from({ length: 50 }, (_, index) => done(`d${index}`)) });
    show();
    expect(await screen.findByRole('heading', { name: 'Goal d49' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /Show more/ })).toBeNull();
  });
});

describe('a current goal', () => {
  // spec: 6.13, 6.14
  it('is in Current Goals, also the one in the card above: the count and the list agree', async () => {
    serveGoals({ current: [goal('1'), goal('2')], proofs: [proof('1')] });
    show();
    expect(await screen.findByRole('heading', { level: 2, name: 'Goal 2' })).toBeVisible();
    expect((await row('Goal 2')).getByRole('button', { name: 'Submit Goal' })).toBeVisible();
    const heading = screen.getByRole('heading', { level: 2, name: 'Current Goals' });
    const section = heading.closest('section') ?? document.body;
    expect(within(section).getAllByRole('listitem')).toHaveLength(2);
    expect(await stat('Current Goals')).toHaveTextContent('2');
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    expect(ids).toHaveLength(new Set(ids).size);
  });

  // spec: 6.13, 6.14
  it('without a submission has a Submit Goal button; the first such goal stands on top', async () => {
    serveGoals({ current: [goal('sent'), goal('next'), goal('later')], proofs: [proof('sent')] });
    show();
    expect(await screen.findByRole('heading', { level: 2, name: 'Goal next' })).toBeVisible();
    expect((await row('Goal later')).getByRole('button', { name: 'Submit Goal' })).toBeVisible();
    expect((await row('Goal sent')).queryByRole('button', { name: 'Submit Goal' })).toBeNull();
  });

  // spec: 6.14
  it('that waits says Pending Review', async () => {
    serveGoals({ current: [goal('1')], proofs: [proof('1')] });
    show();
    expect((await row('Goal 1')).getByText('Pending Review')).toBeVisible();
    expect(screen.getByText('Your teacher looks at it next.')).toBeVisible();
  });

  // spec: 6.14
  it('that was denied shows the comment in full and no button', async () => {
    const comment = 'A good start!\n\nThe end is missing.';
    serveGoals({ current: [goal('1')], proofs: [denied('1', comment)] });
    show();
    const shown = await row('Goal 1');
    expect(shown.getByText('Denied')).toBeVisible();
    expect(shown.getByText(/A good start!/).textContent).toBe(comment);
    expect(screen.getByRole('heading', { name: 'Your teacher has answered.' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Submit Goal' })).toBeNull();
  });

  // spec: 6.14
  it('that was returned for another try shows the comment and the button again', async () => {
    serveGoals({ current: [goal('0'), goal('1')], proofs: [denied('1', 'One more photo, please.', true)] });
    show();
    const shown = await row('Goal 1');
    expect(shown.getByText('Returned')).toBeVisible();
    expect(shown.getByText('One more photo, please.')).toBeVisible();
    expect(shown.getByRole('button', { name: 'Submit Goal' })).toBeVisible();
  });

  // spec: 22.8
  it('of an earlier day of a series can still be sent, and is not overdue', async () => {
    vi.useFakeTimers({ now: new Date(2026, 8, 15, 8), toFake: ['Date'] });
    const ofSeries = (id: string, dueDate: string) => goal(id, { seriesId: 'r1', dueDate });
    serveGoals({ current: [ofSeries('1', '2026-09-14'), ofSeries('2', '2026-09-15')] });
    show();
    expect((await row('Goal 1')).getByText('From yesterday. You can still send it.')).toBeVisible();
    expect((await row('Goal 2')).getByText('Due today')).toBeVisible();
    expect(screen.queryByText(/overdue/i)).toBeNull();
  });

  it('says in words that it is overdue', async () => {
    serveGoals({ current: [goal('1', { dueDate: '2025-01-04', overdue: true })] });
    show();
    expect((await row('Goal 1')).getByText(/^Overdue: was due on January 4, 2025$/)).toBeVisible();
  });
});

describe('withdrawing', () => {
  it('takes a pending submission back after a question, and the goal can be sent again', async () => {
    const calls = serveGoals({ current: [goal('1')], proofs: [proof('1')] });
    const user = show();
    await user.click((await row('Goal 1')).getByRole('button', { name: 'Take it back' }));
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Take it back' }));
    expect(await screen.findByText('You took it back')).toBeVisible();
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toContain('DELETE /api/submissions/p-1');
    expect(await (await row('Goal 1')).findByRole('button', { name: 'Submit Goal' })).toBeVisible();
  });
});

describe('proof for a goal', () => {
  it('goes to the class that the student is in by now', async () => {
    const sent: unknown[] = [];
    const world: World = { current: [goal('1')] };
    serveGoals(world, {
      'POST /api/submissions/upload': ({ body }) => {
        sent.push(body.get('classroomId'));
        return json(proof('1'), 201);
      },
    });
    const client = createQueryClient();
    const user = show(amara, client);
    await user.click((await row('Goal 1')).getByRole('button', { name: 'Submit Goal' }));
    await user.type(await screen.findByLabelText('Text description'), 'Done');
    world.current = [goal('1', { classroomId: 'c2', name: 'Goal 1 in Math 101' })];
    await client.invalidateQueries();
    const dialog = within(screen.getByRole('dialog', { name: 'Submit Goal' }));
    expect(await dialog.findByText('Goal 1 in Math 101')).toBeVisible();
    expect(screen.getByLabelText('Text description')).toHaveValue('Done');
    await user.click(dialog.getByRole('button', { name: 'Submit Goal' }));
    await waitFor(() => {
      expect(sent).toEqual(['c2']);
    });
  });

  it('that has left the list keeps what was written', async () => {
    const world: World = { current: [goal('1')] };
    serveGoals(world);
    const client = createQueryClient();
    const user = show(amara, client);
    await user.click((await row('Goal 1')).getByRole('button', { name: 'Submit Goal' }));
    await user.type(await screen.findByLabelText('Text description'), 'Done');
    world.current = [];
    await client.invalidateQueries();
    expect(await screen.findByText('No current goals')).toBeInTheDocument();
    expect(screen.getByLabelText('Text description')).toHaveValue('Done');
  });
});

describe('a fresh denial', () => {
  // spec: 6.14, 9.9
  it('has its comment in the news and in the goal’s row, and in the card above once the news is closed', async () => {
    const reviewedAt = new Date().toISOString();
    const proofs = ['1', '2'].map((id) => ({ ...denied(id, `Comment ${id}`, true), reviewedAt }));
    serveGoals({ current: [goal('1'), goal('2')], proofs });
    const user = show();
    expect((await row('Goal 1')).getByText('Comment 1')).toBeVisible();
    expect((await row('Goal 2')).getByText('Comment 2')).toBeVisible();
    // The other two are in the news.
    expect(screen.getAllByText(/^Comment/)).toHaveLength(4);
    for (const button of screen.getAllByRole('button', { name: 'Close' })) await user.click(button);
    expect(screen.queryByText(/Your teacher looked at/)).toBeNull();
    expect(screen.getAllByText('Comment 1')).toHaveLength(2);
    expect(screen.getAllByText('Comment 2')).toHaveLength(1);
  });
});

describe('an approved goal', () => {
  const fresh = goal('1', {
    status: 'completed',
    completedAt: new Date().toISOString(),
    name: 'Spelling list',
  });
  // spec: 6.15
  it('is celebrated once, with what the teacher wrote kept in the list', async () => {
    serveGoals({ completed: [fresh], proofs: [proof('1', { status: 'approved', comment: 'Well done!' })] });
    const user = show();
    expect(await screen.findByRole('heading', { name: 'Goal achieved!' })).toBeVisible();
    expect((await row('Spelling list')).getByText(/Well done!/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText('Goal achieved!')).toBeNull();
    expect(localStorage.getItem('celebrated_goals:s1')).toContain('"1"');
  });
});

describe('a completed goal', () => {
  // spec: 6.14
  it('says Approved if its submission was, not if the teacher completed it without one', async () => {
    serveGoals({
      completed: [done('1'), done('2')],
      proofs: [proof('1', { status: 'approved', comment: null })],
    });
    show();
    expect(await (await row('Goal 1')).findByText('Approved')).toBeVisible();
    expect((await row('Goal 2')).queryByText('Approved')).toBeNull();
  });

  // spec: 6.14
  it('says so also on a later page', async () => {
    const ids = Array.from({ length: 60 }, (_, index) => `d${index}`);
    const proofs = ids.map((id) => proof(id, { status: 'approved' }));
    serveGoals(
      { completed: ids.map(done) },
      {
        'GET /api/submissions/student/s1': ({ query }) => {
          const asked = new URLSearchParams(query);
          const limit = Number(asked.get('limit'));
          return json(asked.get('status') === 'approved' ? proofs.slice(0, limit) : []);
        },
      },
    );
    const user = show();
    await user.click(await screen.findByRole('button', { name: 'Show more (10 left)' }));
    expect(await (await row('Goal d59')).findByText('Approved')).toBeVisible();
  });
});

describe('when it does not load', () => {
  // spec: 3.10
  it('the page says so and asks again', async () => {
    const world: World = { current: [goal('1')], fails: true };
    serveGoals(world);
    const user = show();
    expect(await screen.findByText("Your goals didn't load")).toBeVisible();
    world.fails = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 3, name: 'Goal 1' })).toBeVisible();
    expect(await stat('Goals Achieved')).toHaveTextContent('0');
  });
});
