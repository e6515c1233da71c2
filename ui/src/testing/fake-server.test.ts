import { describe, expect, it, vi } from 'vitest';

import { buildGoal } from './builders';
import { endCalls, expectNoUnexpectedCalls, json, errorResponse, serve } from './fake-server';
import { turns } from './turns';

async function get(path: string): Promise<unknown> {
  const response = await fetch(new Request(new URL(path, location.origin)));
  return response.json();
}

describe('the fake server', () => {
  it('fails the test that makes a call without a handler', async () => {
    serve({ 'GET /api/classrooms': () => json([]) });
    await get('/api/settings');
    expect(expectNoUnexpectedCalls).toThrow('serve() has no handler for GET /api/settings.');
    expect(expectNoUnexpectedCalls).not.toThrow();
  });

  it('prefers a handler with the query, then one with the path, then one with parameters', async () => {
    const goals = (name: string) => json([buildGoal({ name })]);
    const calls = serve({
      'GET /api/classrooms/single/{classroom_id}': ({ params }) =>
        errorResponse(404, params['classroom_id'] ?? ''),
      'GET /api/classrooms/single/c1': () => errorResponse(404, 'the path'),
      'GET /api/students/s1/goals': () => goals('any'),
      'GET /api/students/s1/goals?status=current': () => goals('current'),
    });
    expect(await get('/api/classrooms/single/c1')).toMatchObject({ error: 'the path' });
    expect(await get('/api/classrooms/single/c2')).toMatchObject({ error: 'c2' });
    expect(await get('/api/students/s1/goals?status=current')).toMatchObject([{ name: 'current' }]);
    expect(await get('/api/students/s1/goals?status=completed')).toMatchObject([{ name: 'any' }]);
    expect(calls.map(({ query }) => query)).toEqual(['', '', '?status=current', '?status=completed']);
  });

  it('takes only calls and bodies of the schema', () => {
    // @ts-expect-error The API has no such call.
    serve({ 'GET /api/nothing': () => json([]) });
    // @ts-expect-error A class has more fields.
    serve({ 'GET /api/classrooms': () => json([{ id: 'c1' }]) });
    // @ts-expect-error The call answers a list.
    serve({ 'GET /api/students/s1/goals': () => json(buildGoal()) });
  });
});

describe('after the end of a test', () => {
  it('a late response does not arrive', async () => {
    let respond: () => void = () => undefined;
    const calls = serve({
      'GET /api/classrooms': () =>
        new Promise((resolve) => {
          respond = () => {
            resolve(json([]));
          };
        }),
    });
    const settled = vi.fn();
    void get('/api/classrooms').then(settled, settled);
    await vi.waitFor(() => {
      expect(calls).toHaveLength(1);
    });
    endCalls();
    respond();
    await turns(20);
    expect(settled).not.toHaveBeenCalled();
  });

  it('a call reaches no network', async () => {
    vi.unstubAllGlobals();
    const settled = vi.fn();
    void get('/api/classrooms').then(settled, settled);
    await turns(20);
    expect(settled).not.toHaveBeenCalled();
  });
});
