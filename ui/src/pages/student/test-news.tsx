import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, vi } from 'vitest';

import { keysOfChange } from '@/api/live/live-topics';
import { createQueryClient } from '@/api/query-client';
import type { Goal, LedgerEntry, Purchase, Submission, Suggestion } from '@/api/types';
import { buildStudentUser } from '@/testing/builders';
import { type Call, json, serve } from '@/testing/fake-server';

import { StudentNews } from './student-news';
import { useStudentNews } from './use-student-news';

const amara = buildStudentUser();

const DAY = 86_400_000;
export const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString();

export function entry(id: string, fields: Partial<LedgerEntry> = {}): LedgerEntry {
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

export function goal(id: string): Goal {
  const base = { id, studentId: 's1', classroomId: 'c1', name: `Goal ${id}`, goalbucks: 25, dueDate: null };
  const rest = { overdue: false, createdAt: daysAgo(9), completedAt: null, assignmentId: null };
  return { ...base, ...rest, status: 'current' };
}

export function denied(goalId: string, comment: string, fields: Partial<Submission> = {}): Submission {
  const ids = { id: `p-${goalId}`, goalId, studentId: 's1', classroomId: 'c1' };
  const sent = { imageUrl: null, imageRemovedAt: null, submissionText: 'Done', createdAt: daysAgo(1) };
  const review = { status: 'denied' as const, reviewedAt: daysAgo(0), reviewedBy: 't1' };
  return { ...ids, ...sent, ...review, comment, allowResubmission: true, ...fields };
}

export function purchase(id: string, fields: Partial<Purchase> = {}): Purchase {
  const ids = { id, studentId: 's1', classroomId: 'c1', itemId: `i-${id}` };
  const ends = { fulfilledAt: null, fulfilledBy: null, cancelledAt: null, cancelReason: null };
  const what = { itemName: `Thing ${id}`, goalbucksCost: 20, status: 'pending' as const };
  return { ...ids, ...what, ...ends, purchasedAt: daysAgo(1), ...fields };
}

export function suggestion(id: string, fields: Partial<Suggestion> = {}): Suggestion {
  const ids = { id, studentId: 's1', classroomId: 'c1', teacherId: 't1' };
  const what = { suggestedName: `Idea ${id}`, suggestedGoalbucks: 25, description: null };
  const review = {
    status: 'pending' as const,
    reviewedAt: null,
    approvedName: null,
    approvedGoalbucks: null,
  };
  return { ...ids, ...what, ...review, createdAt: daysAgo(1), ...fields };
}

type World = {
  entries: LedgerEntry[];
  goals: Goal[];
  denied: Submission[];
  purchases: Purchase[];
  suggestions: Suggestion[];
};

function News() {
  return <StudentNews news={useStudentNews()} />;
}

/** The page of a student; `refresh` is what events of the stream do. */
export function show(start: Partial<World> = {}) {
  const world: World = { entries: [], goals: [], denied: [], purchases: [], suggestions: [], ...start };
  const calls = serve({
    'GET /api/students/s1/ledger': () => json(world.entries),
    'GET /api/students/s1/goals': () => json(world.goals),
    'GET /api/submissions/student/s1': ({ query }: Call) =>
      json(query.includes('denied') ? world.denied : []),
    'GET /api/purchases/student/s1': () => json(world.purchases),
    'GET /api/goal-suggestions/student/s1': () => json(world.suggestions),
  });
  const client = createQueryClient();
  render(
    <MemoryRouter>
      <QueryClientProvider client={client}>
        <SignedInAs user={amara}>
          <News />
        </SignedInAs>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  const settle = () =>
    waitFor(() => {
      expect(client.isFetching()).toBe(0);
    });
  const refresh = async () => {
    const topics = ['goalbucks', 'submissions', 'purchases', 'goal-suggestions'] as const;
    const keys = topics.flatMap((topic) =>
      keysOfChange({ topic, classroomId: 'c1', studentId: 's1' }, amara.id),
    );
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime.bind(vi) });
  return { world, calls, settle, refresh, user };
}

/** The page again, as after signing in later on the same device. */
export function showAgain(start: Partial<World>) {
  cleanup();
  return show(start);
}

export const news = () => screen.getByRole('status').textContent;
export const card = (heading: string | RegExp) => {
  const found = screen.getByRole('heading', { name: heading }).closest<HTMLElement>('.animate-rise');
  if (!found) throw new Error(`${String(heading)} stands on no card.`);
  return within(found);
};
