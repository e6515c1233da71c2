import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { healthy } from '@/testing/fake-server';

import { connection } from './connection';
import { lazyWhenReachable, loadWhenReachable } from './lazy-when-reachable';

const portal = () => new Response('<h1>Please log in</h1>', { headers: { 'Content-Type': 'text/html' } });

let health: () => Response;
const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', () => Promise.resolve(health()));
});

afterEach(async () => {
  health = healthy;
  await connection.check();
  vi.useRealTimers();
});

// spec: 12.8
it('a page whose code a portal answered opens by itself when the server is back', async () => {
  health = portal;
  const load = vi.fn(() =>
    health === healthy
      ? Promise.resolve({ default: () => <p>the page</p> })
      : Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
  );
  const Page = lazyWhenReachable(load);
  render(
    <Suspense fallback={<p>loading</p>}>
      <Page />
    </Suspense>,
  );
  await after(20_000);
  expect(screen.getByText('loading')).toBeVisible();
  expect(connection.outage.get()).toBe('server');
  expect(load).toHaveBeenCalledOnce();
  health = healthy;
  await after(35_000);
  expect(screen.getByText('the page')).toBeVisible();
});

it('code that is missing while the server is reachable fails at once', async () => {
  health = healthy;
  const missing = new TypeError('Not found');
  await expect(loadWhenReachable(() => Promise.reject(missing))).rejects.toBe(missing);
});
