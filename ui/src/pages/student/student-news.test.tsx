import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { keysOfChange } from '@/api/live-topics';
import { createQueryClient } from '@/api/query-client';
import type { Goal, LedgerEntry, Submission } from '@/api/types';
import { throwConfetti } from '@/features/goals/confetti';
import { amara } from '@/test-people';
import { type Call, json, serve } from '@/test-server';

import { StudentNews } from './student-news';

vi.mock('@/features/session/session-context', () => ({ useStudent: () => amara }));
vi.mock('@/features/goals/confetti', () => ({ throwConfetti: vi.fn() }));

const DAY = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString();

function entry(id: string, fields: Partial<LedgerEntry> = {}): LedgerEntry {
  const what = { amount: 25, reason: 'award' as const, description: `Reason ${id}` };
  const rest = {
    createdAt: daysAgo(0),
    createdBy: 't1',
    balanceAfter: 100,
    assignmentId: null,
    reversedAt: null,
  };
  return { id, ...what, ...rest, ...fields };
}

const takenBack = (id: string, award: LedgerEntry) =>
  entry(id, {
    reason: 'award_reversed',
    amount: -award.amount,
    description: award.description,
  });

function goal(id: string): Goal {
  const base = { id, studentId: 's1', classroomId: 'c1', name: `Goal ${id}`, goalbucks: 25, dueDate: null };
  const rest = { overdue: false, createdAt: daysAgo(9), completedAt: null, assignmentId: null };
  return { ...base, ...rest, status: 'current' };
}

function denied(goalId: string, comment: string, fields: Partial<Submission> = {}): Submission {
  const ids = { id: `p-${goalId}`, goalId, studentId: 's1', classroomId: 'c1' };
  const sent = { imageUrl: null, imageRemovedAt: null, submissionText: 'Done', createdAt: daysAgo(1) };
  const review = { status: 'denied' as const, reviewedAt: daysAgo(0), reviewedBy: 't1' };
  return { ...ids, ...sent, ...review, comment, allowResubmission: true, ...fields };
}

type World = { entries: LedgerEntry[]; goals: Goal[]; denied: Submission[] };

/** The page of a student; `refresh` is what events of the stream do. */
function show(start: Partial<World> = {}) {
  const world: World = { entries: [], goals: [], denied: [], ...start };
  serve({
    'GET /api/students/s1/ledger': () => json(world.entries),
    'GET /api/students/s1/goals': () => json(world.goals),
    'GET /api/submissions/student/s1': ({ query }: Call) =>
      json(query.includes('denied') ? world.denied : []),
  });
  const client = createQueryClient();
  render(
    <MemoryRouter>
      <QueryClientProvider client={client}>
        <StudentNews />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  const settle = () =>
    waitFor(() => {
      expect(client.isFetching()).toBe(0);
    });
  const refresh = async () => {
    const changes = (['goalbucks', 'submissions'] as const).map((topic) => ({
      topic,
      classroomId: 'c1',
      studentId: 's1',
    }));
    const keys = changes.flatMap((change) => keysOfChange(change, 's1'));
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
  return { world, settle, refresh, user: userEvent.setup() };
}

/** The page again, as after signing in later on the same device. */
function showAgain(start: Partial<World>) {
  cleanup();
  return show(start);
}

const news = () => screen.getByRole('status').textContent;
const card = (heading: string | RegExp) => {
  const found = screen.getByRole('heading', { name: heading }).closest<HTMLElement>('.animate-rise');
  if (!found) throw new Error(`${String(heading)} stands on no card.`);
  return within(found);
};

let reducedMotion = false;

beforeEach(() => {
  reducedMotion = false;
  vi.mocked(throwConfetti).mockClear();
  vi.stubGlobal('matchMedia', () => ({ matches: reducedMotion }));
});

describe('an award', () => {
  it('that arrives on the open page is celebrated with its amount and reason', async () => {
    const { world, settle, refresh } = show();
    await settle();
    expect(news()).toBe('');
    world.entries = [entry('a', { description: 'You helped a new classmate' })];
    await refresh();
    const award = card('You got an award!');
    expect(award.getByText('You helped a new classmate')).toBeVisible();
    expect(award.getByText('+25')).toBeVisible();
    expect(screen.getByRole('status')).toContainElement(award.getByText('You helped a new classmate'));
    await waitFor(() => {
      expect(throwConfetti).toHaveBeenCalledOnce();
    });
  });

  it('is celebrated without confetti where less motion is wanted', async () => {
    reducedMotion = true;
    show({ entries: [entry('a')] });
    expect(await screen.findByText('You got an award!')).toBeVisible();
    expect(throwConfetti).not.toHaveBeenCalled();
  });

  it('that came while the student was away is shown once on this device', async () => {
    const world = { entries: [entry('a')] };
    show(world);
    expect(await screen.findByText('You got an award!')).toBeVisible();
    const { settle } = showAgain(world);
    await settle();
    expect(news()).toBe('');
  });

  it('is shown until it is closed, also when others arrive', async () => {
    const { world, user, refresh } = show({ entries: [entry('a')] });
    await screen.findByText('Reason a');
    world.entries = [entry('b', { amount: 5 }), ...world.entries];
    await refresh();
    expect(news()).toContain('You got 2 awards!Reason b (+5)Reason a (+25)');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(news()).toBe('');
  });

  it('among many is summed up', async () => {
    show({ entries: Array.from({ length: 9 }, (_, at) => entry(`e${at}`, { amount: 10 })) });
    const awards = card(await screen.findByText('You got 9 awards!').then((each) => each.textContent));
    expect(awards.getAllByRole('listitem')).toHaveLength(6);
    expect(awards.getByText('and 4 more')).toBeVisible();
    expect(awards.getByText('+90')).toBeVisible();
  });

  it('that is old is no news on a new device', async () => {
    const { settle } = show({ entries: [entry('a', { createdAt: daysAgo(4) })] });
    await settle();
    expect(news()).toBe('');
  });

  it('that was taken back before the student saw it is not mentioned', async () => {
    const award = entry('a');
    const { settle } = show({ entries: [takenBack('b', award), award] });
    await settle();
    expect(news()).toBe('');
    expect(throwConfetti).not.toHaveBeenCalled();
  });

  it('that is taken back after the student saw it is told calmly', async () => {
    const award = entry('a');
    const { world, refresh } = show({ entries: [award] });
    await screen.findByText('You got an award!');
    world.entries = [takenBack('b', award), award];
    await refresh();
    expect(news()).toMatch(/^An award was taken backReason a-25 GoalBucks/);
  });
});

describe('a correction', () => {
  it.each([
    [-10, '-10'],
    [10, '+10'],
  ])('by %d is told calmly with its reason', async (amount, shown) => {
    show({ entries: [entry('a', { amount, reason: 'correction', description: 'Counted twice' })] });
    const correction = card(
      await screen.findByText('Your balance was corrected').then((it) => it.textContent),
    );
    expect(correction.getByText('Counted twice')).toBeVisible();
    expect(correction.getByText(shown)).toBeVisible();
    expect(throwConfetti).not.toHaveBeenCalled();
  });

  it('among several is summed up', async () => {
    const one = { reason: 'correction' as const };
    show({ entries: [entry('a', { ...one, amount: -10 }), entry('b', { ...one, amount: 3 })] });
    expect(await screen.findByText('Your balance was changed 2 times')).toBeVisible();
    expect(news()).toContain('Reason a (-10)Reason b (+3)-7 GoalBucks');
  });
});

it('a goal, a purchase and a refund are no news: they have places of their own', async () => {
  const reasons = ['goal', 'goal_reversed', 'purchase', 'refund'] as const;
  const { settle } = show({ entries: reasons.map((reason) => entry(reason, { reason })) });
  await settle();
  expect(news()).toBe('');
});

describe('a denial', () => {
  it.each([
    [true, 'You can try again and send new proof.'],
    [false, "This goal can't be sent again. If you have a question, ask your teacher."],
  ])('arrives with the comment in full (another try: %s)', async (allowResubmission, next) => {
    const { world, settle, refresh } = show({ goals: [goal('1')] });
    await settle();
    world.denied = [denied('1', 'A good start!\n\nThe end is missing.', { allowResubmission })];
    await refresh();
    const denial = card('Your teacher looked at “Goal 1”');
    expect(denial.getByText(/A good start!/).textContent).toBe('A good start!\n\nThe end is missing.');
    expect(denial.getByText(next)).toBeVisible();
    expect(throwConfetti).not.toHaveBeenCalled();
  });

  it('is shown once on this device, and again when it was undone and written anew', async () => {
    const first = { goals: [goal('1')], denied: [denied('1', 'Too short.', { reviewedAt: daysAgo(1) })] };
    show(first);
    expect(await screen.findByText('Too short.')).toBeVisible();
    const { world, settle, refresh } = showAgain(first);
    await settle();
    expect(news()).toBe('');
    world.denied = [denied('1', 'Still too short.')];
    await refresh();
    expect(await screen.findByText('Still too short.')).toBeVisible();
  });

  it('goes when the student has sent new proof', async () => {
    const { world, refresh } = show({ goals: [goal('1')], denied: [denied('1', 'Too short.')] });
    await screen.findByText('Too short.');
    world.denied = [denied('1', '', { id: 'p-2', status: 'pending', comment: null }), ...world.denied];
    await refresh();
    expect(news()).toBe('');
  });

  it('among many is counted', async () => {
    const ids = ['1', '2', '3', '4', '5'];
    show({ goals: ids.map(goal), denied: ids.map((id) => denied(id, `Comment ${id}`)) });
    expect(await screen.findByText('Your teacher looked at 2 more goals')).toBeVisible();
    expect(screen.getAllByText(/^Comment/)).toHaveLength(3);
  });
});
