import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { type api as Api, unwrap } from './client';
import type { connection as Connection } from './connection';

type Modules = { connection: typeof Connection; api: typeof Api };

const AWAY = '{"error":"The database is away.","code":"store_unavailable"}';
const health = vi.fn<() => Response>();
let answer: () => Response;
let modules: Modules;

const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const call = async () => {
  await expect(unwrap(modules.api.GET('/api/classrooms'))).rejects.toThrow();
};
const refused = (seconds: number) =>
  new Response(AWAY, { status: 503, headers: { 'Retry-After': `${seconds}` } });
const unwell = () => new Response('{"status":"degraded","database":"unreachable"}', { status: 503 });
const well = () => new Response('{"status":"ok","database":"ok"}');

beforeEach(async () => {
  vi.useFakeTimers();
  // New instances of the modules, without the state that earlier tests left.
  vi.resetModules();
  const { connection } = await import('./connection');
  modules = { connection, api: (await import('./client')).api };
  answer = () => refused(3);
  health.mockReset().mockImplementation(unwell);
  vi.stubGlobal('fetch', (request: Request | string) =>
    Promise.resolve(typeof request === 'string' ? health() : answer()),
  );
});

afterEach(() => {
  vi.useRealTimers();
});

describe('an unreachable database', () => {
  it('is polled after Retry-After, then at that interval until it is back', async () => {
    await call();
    expect(modules.connection.outage.get()).toBe('database');
    await after(2999);
    expect(health).not.toHaveBeenCalled();
    await after(1202);
    expect(health).toHaveBeenCalledOnce();
    await after(30_000);
    expect(health.mock.calls.length).toBeGreaterThan(6);
    expect(health.mock.calls.length).toBeLessThan(12);
    health.mockImplementation(well);
    await after(4201);
    expect(modules.connection.isOnline()).toBe(true);
  });

  it("is polled with jitter, so that a class doesn't poll at once", async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.999);
    await call();
    await after(4190);
    expect(health).not.toHaveBeenCalled();
    await after(10);
    expect(health).toHaveBeenCalledOnce();
  });

  it('that fails again soon after an outage is polled less and less often', async () => {
    health.mockImplementation(well);
    let calls = 0;
    modules.connection.outage.subscribe(() => {
      if (!modules.connection.isOnline()) return;
      calls += 1;
      void call();
    });
    await call();
    await after(180_000);
    expect(calls).toBeGreaterThan(3);
    expect(calls).toBeLessThan(8);
  });

  it.each([
    ['an answer of its own', unwell, 'database'],
    ["a proxy's page", () => new Response('<h1>502 Bad Gateway</h1>', { status: 502 }), 'server'],
    ["a portal's page", () => new Response('<h1>Please log in</h1>'), 'server'],
    ["a portal's JSON", () => new Response('{"status":"ok"}'), 'server'],
  ])('and an unreachable server are told apart by %s', async (_by, how, away) => {
    health.mockImplementation(how);
    expect(await modules.connection.check()).toBe(false);
    expect(modules.connection.outage.get()).toBe(away);
  });
});

describe('a call', () => {
  it.each([403, 500, 502, 503, 504])(
    'that something in between answers with %d means that the server is away',
    async (status) => {
      answer = () => new Response('<h1>Oops</h1>', { status });
      await call();
      expect(modules.connection.outage.get()).toBe('server');
    },
  );

  it.each(['disk_full', 'image_store_unavailable', 'identity_provider_unreachable'])(
    'that is refused with %s says nothing of the others',
    async (code) => {
      answer = () => new Response(JSON.stringify({ error: 'No.', code }), { status: 503 });
      await call();
      expect(modules.connection.isOnline()).toBe(true);
    },
  );
});
