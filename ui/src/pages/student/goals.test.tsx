import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { createQueryClient } from '@/api/query-client';
import type { Goal, StudentUser, Submission } from '@/api/types';
import { SessionProvider, useSession } from '@/auth/session-context';
import { Toaster } from '@/components/toast/toaster';
import { buildStudentUser } from '@/testing/builders';

import MyGoalsPage from './goals';

const amara = buildStudentUser();

const LONG_AGO = '2025-01-05T09:00:00.000Z';

function goal(id: string, fields: Partial<Goal> = {}): Goal {
  const base = { id, studentId: 's1', classroomId: 'c1', name: `Goal ${id}`, goalbucks: 25, dueDate: null };
  const rest = { overdue: false, assignmentId: null, createdAt: LONG_AGO, completedAt: null };
  return { ...base, ...rest, status: 'current', ...fields };
}

const done = (id: string) => goal(id, { status: 'completed', completedAt: LONG_AGO });

function proof(goalId: string, fields: Partial<Submission> = {}): Submission {
  const ids = { id: `p-${goalId}`, goalId, studentId: 's1', classroomId: 'c1' };
  const answer = { comment: null, allowResubmission: false, reviewedAt: null, reviewedBy: null };
  const sent = { imageUrl: null, imageRemovedAt: null, submissionText: 'Done', createdAt: LONG_AGO };
  return { ...ids, ...sent, status: 'pending', ...answer, ...fields };
}

const denied = (goalId: string, comment: string, allowResubmission = false) =>
  proof(goalId, { status: 'denied', comment, allowResubmission, reviewedAt: LONG_AGO });

let signedIn = amara;

type World = { current?: Goal[]; completed?: Goal[]; proofs?: Submission[]; fails?: boolean };

/** The server, as far as the page asks it. */
function serve(world: World) {
  const calls: string[] = [];
  vi.stubGlobal('fetch', (request: Request) => {
    const { pathname, searchParams } = new URL(request.url);
    calls.push(`${request.method} ${pathname}`);
    const status = searchParams.get('status');
    const answer = () => {
      if (pathname.endsWith('/session')) return { user: signedIn };
      if (pathname.endsWith('/goalbucks')) return { balance: 240, earned: 240, spent: 0 };
      if (pathname.includes('/submissions/'))
        return (world.proofs ?? []).filter((one) => one.status === status);
      if (status === 'current') return world.current ?? [];
      const all = world.completed ?? [];
      const start = all.findIndex(({ id }) => id === searchParams.get('before')) + 1;
      return all.slice(start, start + Number(searchParams.get('limit')));
    };
    const failed = world.fails && pathname.endsWith('/goals');
    if (failed) return Promise.resolve(new Response('{}', { status: 500 }));
    if (request.method === 'DELETE') {
      world.proofs = (world.proofs ?? []).filter(({ id }) => !pathname.endsWith(id));
      return Promise.resolve(new Response(null, { status: 204 }));
    }
    const completed = world.completed ?? [];
    const totals = { 'X-Goals-Completed': String(completed.length), 'X-Goals-Goalbucks': '0' };
    return Promise.resolve(new Response(JSON.stringify(answer()), { headers: totals }));
  });
  return calls;
}

function SignedIn() {
  const { user } = useSession();
  return (
    user && (
      <MemoryRouter>
        <MyGoalsPage />
      </MemoryRouter>
    )
  );
}

function show(user: StudentUser = amara, client = createQueryClient()) {
  signedIn = user;
  localStorage.setItem('temp_user', JSON.stringify(user));
  render(
    <QueryClientProvider client={client}>
      <SessionProvider>
        <SignedIn />
      </SessionProvider>
      <Toaster />
    </QueryClientProvider>,
  );
  return userEvent.setup();
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
    serve({});
    show(user);
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeVisible();
  });
});

describe('the cards', () => {
  // spec: 1.3, 6.13
  it('show the balance and how many goals are current and achieved', async () => {
    serve({ current: [goal('1'), goal('2')], completed: [done('3')] });
    show();
    expect(await stat('Available Balance')).toHaveTextContent('240 GoalBucks');
    expect(await stat('Current Goals')).toHaveTextContent('2');
    expect(await stat('Goals Achieved')).toHaveTextContent('1');
  });

  // spec: 6.13
  it('count all goals achieved, though only 50 are shown at first', async () => {
    const completed = Array.from({ length: 1234 }, (_, index) => done(`d${index}`));
    const calls = serve({ completed });
    const user = show();
    expect(await stat('Goals Achieved')).toHaveTextContent(/^1,234$/);
    expect(screen.getAllByText('Completed', { exact: false, selector: 'p' })).toHaveLength(50);
    const asked = () => calls.filter((call) => call.endsWith('/goals')).length;
    expect(asked()).toBe(2);
    await user.click(screen.getByRole('button', { name: 'Show more (1,184 left)' }));
    expect(await screen.findByRole('heading', { name: 'Goal d99' })).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Goal d100' })).toBeNull();
    expect(screen.getByRole('heading', { name: 'Goal d50' }).closest('li')).toHaveFocus();
    expect(asked()).toBe(3);
  });

  it('offer no more when just 50 are achieved', async () => {
    serve({ completed: Array.from({ length: 50 }, (_, index) => done(`d${index}`)) });
    show();
    expect(await screen.findByRole('heading', { name: 'Goal d49' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /Show more/ })).toBeNull();
  });
});

describe('a current goal', () => {
  // spec: 6.13, 6.14
  it('without a submission has a Submit Goal button; the first such goal stands on top', async () => {
    serve({ current: [goal('sent'), goal('next'), goal('later')], proofs: [proof('sent')] });
    show();
    expect(await screen.findByRole('heading', { level: 2, name: 'Goal next' })).toBeVisible();
    expect((await row('Goal later')).getByRole('button', { name: 'Submit Goal' })).toBeVisible();
    expect((await row('Goal sent')).queryByRole('button', { name: 'Submit Goal' })).toBeNull();
  });

  // spec: 6.14
  it('that waits says Pending Review', async () => {
    serve({ current: [goal('1')], proofs: [proof('1')] });
    show();
    expect((await row('Goal 1')).getByText('Pending Review')).toBeVisible();
    expect(screen.getByText('Your teacher looks at it next.')).toBeVisible();
  });

  // spec: 6.14
  it('that was denied shows the comment in full and no button', async () => {
    const comment = 'A good start!\n\nThe end is missing.';
    serve({ current: [goal('1')], proofs: [denied('1', comment)] });
    show();
    const shown = await row('Goal 1');
    expect(shown.getByText('Denied')).toBeVisible();
    expect(shown.getByText(/A good start!/).textContent).toBe(comment);
    expect(screen.getByRole('heading', { name: 'Your teacher has answered.' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Submit Goal' })).toBeNull();
  });

  // spec: 6.14
  it('that was returned for another try shows the comment and the button again', async () => {
    serve({ current: [goal('0'), goal('1')], proofs: [denied('1', 'One more photo, please.', true)] });
    show();
    const shown = await row('Goal 1');
    expect(shown.getByText('Denied')).toBeVisible();
    expect(shown.getByText('One more photo, please.')).toBeVisible();
    expect(shown.getByRole('button', { name: 'Submit Goal' })).toBeVisible();
  });

  it('says in words that it is overdue', async () => {
    serve({ current: [goal('1', { dueDate: '2025-01-04', overdue: true })] });
    show();
    expect(await screen.findByText(/^Overdue: was due on January 4, 2025$/)).toBeVisible();
  });
});

describe('withdrawing', () => {
  it('takes a pending submission back after a question, and the goal can be sent again', async () => {
    const calls = serve({ current: [goal('1')], proofs: [proof('1')] });
    const user = show();
    await user.click((await row('Goal 1')).getByRole('button', { name: 'Withdraw' }));
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Withdraw' }));
    expect(await screen.findByText('Submission withdrawn')).toBeVisible();
    expect(calls).toContain('DELETE /api/submissions/p-1');
    expect(await screen.findByRole('button', { name: 'Submit Goal' })).toBeVisible();
  });
});

describe('proof for a goal', () => {
  it('goes to the class that the student is in by now', async () => {
    const sent: unknown[] = [];
    class Upload {
      upload = {};
      open = () => undefined;
      abort = () => undefined;
      send = (form: FormData) => {
        sent.push(form.get('classroomId'));
      };
    }
    vi.stubGlobal('XMLHttpRequest', Upload);
    const world: World = { current: [goal('1')] };
    serve(world);
    const client = createQueryClient();
    const user = show(amara, client);
    await user.click(await screen.findByRole('button', { name: 'Submit Goal' }));
    await user.type(await screen.findByLabelText('Text description'), 'Done');
    world.current = [goal('1', { classroomId: 'c2', name: 'Goal 1 in Math 101' })];
    await client.invalidateQueries();
    const dialog = within(screen.getByRole('dialog', { name: 'Submit Goal' }));
    expect(await dialog.findByText('Goal 1 in Math 101')).toBeVisible();
    expect(screen.getByLabelText('Text description')).toHaveValue('Done');
    await user.click(dialog.getByRole('button', { name: 'Submit Goal' }));
    await vi.waitFor(() => {
      expect(sent).toEqual(['c2']);
    });
  });

  it('that has left the list keeps what was written', async () => {
    const world: World = { current: [goal('1')] };
    serve(world);
    const client = createQueryClient();
    const user = show(amara, client);
    await user.click(await screen.findByRole('button', { name: 'Submit Goal' }));
    await user.type(await screen.findByLabelText('Text description'), 'Done');
    world.current = [];
    await client.invalidateQueries();
    expect(await screen.findByText('No current goals')).toBeInTheDocument();
    expect(screen.getByLabelText('Text description')).toHaveValue('Done');
  });
});

describe('a fresh denial', () => {
  it('shows its comment once: in the news, and on the card when the news is closed', async () => {
    const reviewedAt = new Date().toISOString();
    const proofs = ['1', '2'].map((id) => ({ ...denied(id, `Comment ${id}`, true), reviewedAt }));
    serve({ current: [goal('1'), goal('2')], proofs });
    const user = show();
    expect(await screen.findByText('Comment 2')).toBeVisible();
    expect(screen.getAllByText(/^Comment/)).toHaveLength(2);
    for (const button of screen.getAllByRole('button', { name: 'Close' })) await user.click(button);
    expect(screen.queryByText(/Your teacher looked at/)).toBeNull();
    expect(screen.getAllByText(/^Comment/)).toHaveLength(2);
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
    serve({ completed: [fresh], proofs: [proof('1', { status: 'approved', comment: 'Well done!' })] });
    const user = show();
    expect(await screen.findByRole('heading', { name: 'Goal achieved!' })).toBeVisible();
    expect((await row('Spelling list')).getByText(/Well done!/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText('Goal achieved!')).toBeNull();
    expect(localStorage.getItem('celebrated_goals:s1')).toContain('"1"');
  });
});

describe('when it does not load', () => {
  // spec: 3.10
  it('the page says so and asks again', async () => {
    const world: World = { current: [goal('1')], fails: true };
    serve(world);
    const user = show();
    expect(await screen.findByText("Your goals didn't load")).toBeVisible();
    world.fails = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Goal 1' })).toBeVisible();
    expect(await stat('Goals Achieved')).toHaveTextContent('0');
  });
});
