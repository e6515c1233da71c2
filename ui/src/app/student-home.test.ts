import { describe, expect, it } from 'vitest';

import { createQueryClient } from '@/api/query-client';
import { ownClassroomQuery } from '@/features/classrooms/queries';
import { recentEntriesQuery } from '@/features/goalbucks/queries';
import { completedGoalsQuery, currentGoalsQuery } from '@/features/goals/queries';
import { purchasesOfStudentQuery } from '@/features/purchases/student/queries';
import { balanceQuery } from '@/features/students/queries';
import { approvedSubmissionsQuery, openSubmissionsQuery } from '@/features/submissions/queries';
import { mySuggestionsQuery } from '@/features/suggestions/student/queries';
import { buildGoal, buildStudentUser, buildSubmission } from '@/testing/builders';
import { type Handlers, json, errorResponse, serve } from '@/testing/fake-server';

const student = buildStudentUser();
const HOME = '/api/students/s1/home';
const BALANCE = '/api/students/s1/goalbucks';
const current = buildGoal({ id: 'g1' });
const done = buildGoal({ id: 'g2', status: 'completed' });

const handlers: Handlers = {
  'GET /api/students/s1/goals?status=current': () => json([current]),
  'GET /api/students/s1/goals': () =>
    json([done], 200, { 'X-Goals-Completed': '7', 'X-Goals-Goalbucks': '90' }),
  'GET /api/students/s1/goalbucks': () => json({ balance: 5, earned: 5, spent: 0 }),
  'GET /api/students/s1/ledger': () => json([]),
  'GET /api/purchases/student/s1': () => json([]),
  'GET /api/goal-suggestions/student/s1': () => json([]),
  'GET /api/submissions/student/s1': ({ query }) =>
    json(['pending', 'denied'].filter((each) => query.includes(each)).map((id) => buildSubmission({ id }))),
};

function start() {
  const client = createQueryClient();
  const loadAll = () =>
    Promise.all([
      client.query(balanceQuery('s1')),
      client.query(currentGoalsQuery('s1')),
      client.infiniteQuery(completedGoalsQuery('s1')),
      client.query(openSubmissionsQuery('s1')),
      client.query(approvedSubmissionsQuery('s1')),
      client.query(recentEntriesQuery('s1')),
      client.query(mySuggestionsQuery('s1')),
      client.infiniteQuery(purchasesOfStudentQuery('s1')),
    ]);
  return { client, loadAll };
}

describe('the queries of My Goals', () => {
  // spec: 11.14
  it('that start together share one call, and each takes its part', async () => {
    const calls = serve(handlers);
    const { client, loadAll } = start();
    await loadAll();
    expect(calls.map(({ path }) => path)).toEqual([HOME]);
    const data = (key: readonly unknown[]) => client.getQueryData(key);
    expect(data(currentGoalsQuery('s1').queryKey)).toEqual([current]);
    expect(data(completedGoalsQuery('s1').queryKey)).toEqual({
      pages: [{ goals: [done], completed: 7, goalbucks: 90 }],
      pageParams: [null],
    });
    const open = client.getQueryData(openSubmissionsQuery('s1').queryKey);
    expect(open?.map(({ id }) => id)).toEqual(['pending', 'denied']);
  });

  it('share another call when they start again', async () => {
    const calls = serve(handlers);
    const { client, loadAll } = start();
    await loadAll();
    await client.refetchQueries({ type: 'all' });
    expect(calls.map(({ path }) => path)).toEqual([HOME, HOME]);
  });

  it('make their own calls when only three start together', async () => {
    const calls = serve(handlers);
    const { client } = start();
    await Promise.all([
      client.query(balanceQuery('s1')),
      client.query(currentGoalsQuery('s1')),
      client.query(recentEntriesQuery('s1')),
    ]);
    const paths = calls.map(({ path }) => path);
    expect(paths).toEqual([BALANCE, '/api/students/s1/goals', '/api/students/s1/ledger']);
  });

  it('of two students are not mixed', async () => {
    const balance = (of: number) => () => json({ balance: of, earned: of, spent: 0 });
    const other = '/api/students/s2/goalbucks';
    const calls = serve({ [`GET ${BALANCE}` as const]: balance(5), [`GET ${other}` as const]: balance(6) });
    const { client } = start();
    const shown = await Promise.all(['s1', 's2'].map((id) => client.query(balanceQuery(id))));
    expect(shown.map(({ balance }) => balance)).toEqual([5, 6]);
    expect(calls.map(({ path }) => path)).toEqual([BALANCE, other]);
  });

  it('load by their own calls when the server fails at one part, so that the others are shown', async () => {
    const calls = serve({
      ...handlers,
      'GET /api/students/s1/goalbucks': () => errorResponse(500, 'It broke.'),
    });
    const { client, loadAll } = start();
    await expect(loadAll()).rejects.toThrow();
    await expect.poll(() => client.isFetching()).toBe(0);
    expect(calls[0]?.path).toBe(HOME);
    expect(client.getQueryState(balanceQuery('s1').queryKey)?.status).toBe('error');
    expect(client.getQueryData(currentGoalsQuery('s1').queryKey)).toEqual([current]);
  });

  it('make no further calls when the server is not ready', async () => {
    const calls = serve({
      [`GET ${HOME}` as const]: () => errorResponse(503, 'A backup is being restored.'),
    });
    const { loadAll } = start();
    await expect(loadAll()).rejects.toThrow('A backup is being restored.');
    expect(calls.filter(({ path }) => path !== '/api/health')).toHaveLength(1);
  });

  it('include the class of the student', async () => {
    serve({ ...handlers, 'GET /api/classrooms/single/c1': () => json({ name: 'Room 12' } as never) });
    const { client, loadAll } = start();
    await Promise.all([client.query(ownClassroomQuery(student)), loadAll()]);
    expect(client.getQueryData(ownClassroomQuery(student).queryKey)?.name).toBe('Room 12');
  });
});
