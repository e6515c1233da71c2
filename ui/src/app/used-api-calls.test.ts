import type { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';

import { createQueryClient } from '@/api/query-client';
import { classroomQuery, classroomsQuery } from '@/features/classrooms/queries';
import { completedGoalsQuery, currentGoalsQuery } from '@/features/goals/queries';
import { purchasesOfStudentQuery } from '@/features/purchases/student/queries';
import { fulfilledPurchasesQuery, pendingPurchasesQuery } from '@/features/purchases/teacher/queries';
import { storeItemsQuery } from '@/features/store/queries';
import { balanceQuery, studentQuery, studentStatsQuery } from '@/features/students/queries';
import { approvedSubmissionsQuery, openSubmissionsQuery } from '@/features/submissions/queries';
import { pendingSubmissionsQuery } from '@/features/submissions/teacher/queries';
import { pendingSuggestionsQuery } from '@/features/suggestions/teacher/queries';
import { json, serve } from '@/testing/fake-server';

type Ask = (client: QueryClient) => Promise<unknown>;

/** The paths that are requested, and the queries that request them. */
const reads: Record<string, Ask[]> = {
  '/api/classrooms': [(client) => client.query(classroomsQuery('t1'))],
  '/api/classrooms/single/c1': [(client) => client.query(classroomQuery('c1'))],
  '/api/classrooms/c1/students/stats': [(client) => client.query(studentStatsQuery('c1'))],
  '/api/students/s1': [(client) => client.query(studentQuery('s1'))],
  '/api/students/s1/goals': [
    (client) => client.query(currentGoalsQuery('s1')),
    (client) => client.infiniteQuery(completedGoalsQuery('s1')),
  ],
  '/api/students/s1/goalbucks': [(client) => client.query(balanceQuery('s1'))],
  '/api/submissions/teacher/t1': [(client) => client.query(pendingSubmissionsQuery('t1'))],
  '/api/submissions/student/s1': [
    (client) => client.query(openSubmissionsQuery('s1')),
    (client) => client.query(approvedSubmissionsQuery('s1')),
  ],
  '/api/goal-suggestions/teacher/t1': [(client) => client.query(pendingSuggestionsQuery('t1'))],
  '/api/store/classroom/c1': [(client) => client.query(storeItemsQuery('c1'))],
  '/api/purchases/classroom/c1': [
    (client) => client.query(pendingPurchasesQuery('c1')),
    (client) => client.query(fulfilledPurchasesQuery('c1')),
  ],
  '/api/purchases/student/s1': [(client) => client.infiniteQuery(purchasesOfStudentQuery('s1'))],
};

/** Untyped, because the path varies. */
const respond = () => new Response('[]', { headers: { 'Content-Type': 'application/json' } });

describe('a read', () => {
  // spec: 11.1
  it.each(Object.entries(reads))('asks %s', async (path, asks) => {
    const calls = serve({ [`GET ${path}`]: respond });
    for (const ask of asks) await ask(createQueryClient());
    expect(calls.length).toBeGreaterThanOrEqual(asks.length);
    for (const call of calls) expect(call).toMatchObject({ method: 'GET', path, body: undefined });
  });
});

describe('the classes', () => {
  // spec: 12.3
  it('are kept for each teacher apart', async () => {
    const client = createQueryClient();
    const calls = serve({ 'GET /api/classrooms': () => json([]) });
    await client.query(classroomsQuery('t1'));
    await client.query(classroomsQuery('t1'));
    expect(calls).toHaveLength(1);
    await client.query(classroomsQuery('t2'));
    expect(calls).toHaveLength(2);
  });
});
