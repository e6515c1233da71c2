import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';

import { queryKeysFor } from '@/api/changes';
import type { Goal, LedgerEntry, PurchaseListItem, Savings, Submission, Suggestion } from '@/api/types';
import {
  buildGoal,
  buildLedgerEntry,
  buildPurchaseListItem,
  buildStudentUser,
  buildSubmission,
  buildSuggestion,
} from '@/testing/builders';
import { errorResponse, json, noContent, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';

import { StudentNews } from './student-news';
import { useStudentNews } from './use-student-news';

const amara = buildStudentUser();

const DAY = 86_400_000;
export const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString();

export function entry(id: string, fields: Partial<LedgerEntry> = {}): LedgerEntry {
  return buildLedgerEntry({ id, description: `Reason ${id}`, createdAt: daysAgo(0), ...fields });
}

export function goal(id: string): Goal {
  return buildGoal({ id, name: `Goal ${id}`, createdAt: daysAgo(9) });
}

export function denied(goalId: string, comment: string, fields: Partial<Submission> = {}): Submission {
  const sent = { id: `p-${goalId}`, goalId, createdAt: daysAgo(1) };
  const review = { status: 'denied' as const, reviewedAt: daysAgo(0), reviewedBy: 't1' };
  return buildSubmission({ ...sent, ...review, comment, allowResubmission: true, ...fields });
}

export function purchase(id: string, fields: Partial<PurchaseListItem> = {}): PurchaseListItem {
  const what = { itemId: `i-${id}`, itemName: `Thing ${id}`, goalbucksCost: 20 };
  return buildPurchaseListItem({ id, ...what, purchasedAt: daysAgo(1), ...fields });
}

export function suggestion(id: string, fields: Partial<Suggestion> = {}): Suggestion {
  const what = { suggestedName: `Idea ${id}`, teacherId: 't1' };
  return buildSuggestion({ id, ...what, createdAt: daysAgo(1), ...fields });
}

type StudentNewsServer = {
  entries: LedgerEntry[];
  goals: Goal[];
  denied: Submission[];
  purchases: PurchaseListItem[];
  suggestions: Suggestion[];
  savings: Savings | null;
  refusesSavings: boolean;
};

function News() {
  return <StudentNews news={useStudentNews()} />;
}

/** Renders a student's news; `refresh` refetches, as after live events. */
export function show(start: Partial<StudentNewsServer> = {}) {
  const server: StudentNewsServer = {
    entries: [],
    goals: [],
    denied: [],
    purchases: [],
    suggestions: [],
    savings: null,
    refusesSavings: false,
    ...start,
  };
  const calls = serve({
    'GET /api/students/s1/ledger': () => json(server.entries),
    'GET /api/students/s1/goals': () => json(server.goals),
    'GET /api/submissions/student/s1': ({ query }) => json(query.includes('denied') ? server.denied : []),
    'GET /api/purchases/student/s1': () => json(server.purchases),
    'GET /api/goal-suggestions/student/s1': () => json(server.suggestions),
    'GET /api/students/s1/savings': () => json(server.savings),
    'PUT /api/students/s1/savings': () => {
      if (server.refusesSavings) return errorResponse(500, 'It broke.');
      server.savings = null;
      return noContent();
    },
  });
  const { user, queryClient: client } = render(<News />, { signedInAs: amara });
  const settle = () =>
    waitFor(() => {
      expect(client.isFetching()).toBe(0);
    });
  const refresh = async () => {
    const topics = ['goalbucks', 'savings', 'submissions', 'purchases', 'goal-suggestions'] as const;
    const keys = topics.flatMap((topic) => queryKeysFor({ topic, classroomId: 'c1', studentId: 's1' }));
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
  return { server, calls, settle, refresh, user };
}

/** Renders the news again, as after a later sign-in on the same device. */
export function showAgain(start: Partial<StudentNewsServer>) {
  cleanup();
  return show(start);
}

export const news = () => screen.getByRole('status').textContent;
export const card = (heading: string | RegExp) => {
  const found = screen.getByRole('heading', { name: heading }).closest<HTMLElement>('.animate-rise');
  if (!found) throw new Error(`${String(heading)} stands on no card.`);
  return within(found);
};
