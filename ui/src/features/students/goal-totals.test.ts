import { describe, expect, it, vi } from 'vitest';

import { createQueryClient } from '@/api/query-client';

import { goalTotalsQuery } from './goal-totals';

const answers: [path: RegExp, body: unknown][] = [
  [
    /classrooms\/c1\/students\/stats$/,
    [
      { id: 's0', goalsCompleted: 3 },
      { id: 's1', goalsCompleted: 1440 },
    ],
  ],
  [/students\/s1\/goalbucks$/, { balance: 12, earned: 36_040, spent: 36_028 }],
  [/ledger\?status=award$/, [{ amount: 50 }, { amount: 5 }]],
  [/ledger\?status=correction$/, [{ amount: -15 }]],
];

describe("a student's totals", () => {
  it('count every completed goal, however many the page lists', async () => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', (request: Request) => {
      asked.push(request.url);
      const body = answers.find(([path]) => path.test(request.url))?.[1];
      return Promise.resolve(new Response(JSON.stringify(body), { status: body ? 200 : 404 }));
    });
    const totals = await createQueryClient().query(goalTotalsQuery({ id: 's1', classroomId: 'c1' }));
    expect(totals.completed).toBe(1440);
    expect(asked.some((url) => url.includes('/goals?'))).toBe(false);
    // What goals have paid: neither awards nor corrections, and whatever was spent doesn't lessen it.
    expect(totals.goalbucks).toBe(36_000);
  });
});
