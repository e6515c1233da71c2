import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { connection } from '@/api/connection';
import type { Goal, PurchaseListItem, SubmissionListItem, SuggestionListItem } from '@/api/types';
import { useMutation } from '@/api/use-mutation';
import { LiveRegion } from '@/components/live-region/live-region';
import { completedGoalsQuery, currentGoalsQuery } from '@/features/goals/queries';
import {
  buildClassroom,
  buildGoal,
  buildPurchaseListItem,
  buildSession,
  buildStudentUser,
  buildSubmissionListItem,
  buildSuggestionListItem,
  buildTeacherUser,
} from '@/testing/builders';
import { json, serve } from '@/testing/fake-server';
import { render } from '@/testing/render';
import { buildHealth } from '@/testing/server-builders';

import { ConnectionBanner } from './connection-banner';
import { useStudentArrivals } from './student-arrivals';
import { useTeacherArrivals } from './teacher-arrivals';
import { usePrefetchMyGoals } from './use-prefetch-my-goals';

const said = () => screen.getByRole('status').textContent;
const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(async () => {
  await act(() => vi.runOnlyPendingTimersAsync());
  vi.useRealTimers();
});

/** What the teacher sees as pending. */
const teacherLists = {
  submissions: [] as SubmissionListItem[],
  suggestions: [] as SuggestionListItem[],
  purchases: [] as PurchaseListItem[],
};

function Teacher() {
  useTeacherArrivals();
  const undo = useMutation({
    meta: { changes: ['purchases'] },
    mutationFn: (purchase: PurchaseListItem) => {
      teacherLists.purchases = [purchase];
      return Promise.resolve();
    },
  });
  return (
    <button
      type="button"
      onClick={() => {
        undo.mutate(purchase('p1'));
      }}
    >
      Undo
    </button>
  );
}

const submission = (id: string) => buildSubmissionListItem({ id, studentName: 'Amara Okafor' });
const suggestion = (id: string) => buildSuggestionListItem({ id, studentName: 'Diego Ramírez' });
const purchase = (id: string) => buildPurchaseListItem({ id, studentName: 'Emma Li' });

/** Opens the teacher's page with these lists; `refresh` refetches them as after a live event. */
async function openTeacher(lists: Partial<typeof teacherLists> = {}) {
  Object.assign(teacherLists, { submissions: [], suggestions: [], purchases: [] }, lists);
  serve({
    'GET /api/auth/session': () => json(buildSession({ user: buildTeacherUser() })),
    'GET /api/submissions/teacher/t1': () => json(teacherLists.submissions),
    'GET /api/goal-suggestions/teacher/t1': () => json(teacherLists.suggestions),
    'GET /api/purchases/teacher/t1': () => json(teacherLists.purchases),
  });
  const { queryClient } = render(
    <>
      <Teacher />
      <LiveRegion />
    </>,
    { signedInAs: buildTeacherUser() },
  );
  await after(100);
  return async (changes: Partial<typeof teacherLists>) => {
    Object.assign(teacherLists, changes);
    void queryClient.invalidateQueries();
    await after(100);
  };
}

describe('what arrives at a teacher', () => {
  // spec: 3.15
  it.each([
    ['submission', { submissions: [submission('a')] }, 'New submission from Amara Okafor'],
    ['suggestion', { suggestions: [suggestion('a')] }, 'New goal suggestion from Diego Ramírez'],
    ['purchase', { purchases: [purchase('a')] }, 'New purchase by Emma Li'],
  ])('is announced: a %s', async (_what, changes, sentence) => {
    const refresh = await openTeacher();
    await refresh(changes);
    await after(1000);
    expect(said()).toBe(sentence);
    await after(10_000);
    expect(said()).toBe('');
  });

  it('is summed up when several arrive within a moment', async () => {
    const refresh = await openTeacher({ submissions: [submission('a')] });
    await refresh({ submissions: [submission('b'), submission('a')] });
    await refresh({ submissions: [submission('d'), submission('c'), submission('b'), submission('a')] });
    await after(1000);
    expect(said()).toBe('3 new submissions');
  });

  it('is announced once, and not if it was there already', async () => {
    const refresh = await openTeacher({ submissions: [submission('a')] });
    await after(2000);
    await refresh({ submissions: [] });
    await refresh({ submissions: [submission('a')] });
    await after(2000);
    expect(said()).toBe('');
  });

  it('is not announced when the teacher has made it pending again', async () => {
    await openTeacher();
    act(() => {
      screen.getByRole('button', { name: 'Undo' }).click();
    });
    await after(2000);
    expect(teacherLists.purchases).toHaveLength(1);
    expect(said()).toBe('');
  });
});

function Student() {
  usePrefetchMyGoals();
  useStudentArrivals();
  useQuery(currentGoalsQuery('s1'));
  useInfiniteQuery(completedGoalsQuery('s1'));
  return null;
}

describe('a goal that arrives at a student', () => {
  const open = async (home: { current: Goal[]; completed: Goal[] }) => {
    const none = () => json([]);
    serve({
      'GET /api/auth/session': () => json(buildSession({ user: buildStudentUser() })),
      'GET /api/classrooms/single/c1': () => json(buildClassroom()),
      'GET /api/students/s1/goals': ({ query }) =>
        json(query.includes('current') ? home.current : home.completed),
      'GET /api/students/s1/goalbucks': () => json({ balance: 0, earned: 0, spent: 0 }),
      'GET /api/submissions/student/s1': none,
      'GET /api/students/s1/ledger': none,
      'GET /api/goal-suggestions/student/s1': none,
      'GET /api/purchases/student/s1': none,
    });
    const { queryClient } = render(
      <>
        <Student />
        <LiveRegion />
      </>,
      { signedInAs: buildStudentUser() },
    );
    await after(100);
    return async () => {
      void queryClient.refetchQueries();
      await after(1200);
    };
  };
  const read = buildGoal({ id: 'g1', name: 'Read' });

  it('is announced with its name', async () => {
    const home = { current: [] as Goal[], completed: [] as Goal[] };
    const refresh = await open(home);
    home.current = [read];
    await refresh();
    expect(said()).toBe('You have a new goal: Read');
  });

  it('is not announced when it is opened again, which is in the news', async () => {
    const home = { current: [] as Goal[], completed: [{ ...read, status: 'completed' as const }] };
    const refresh = await open(home);
    Object.assign(home, { current: [read], completed: [] });
    await refresh();
    expect(said()).toBe('');
  });
});

describe('the end of an outage', () => {
  it('is announced', async () => {
    serve({ 'GET /api/health': () => json(buildHealth()) });
    render(
      <>
        <ConnectionBanner />
        <LiveRegion />
      </>,
    );
    act(() => {
      connection.reportNoResponse();
    });
    await after(10_000);
    expect(screen.getByText('The connection is back.')).toBeInTheDocument();
  });
});
