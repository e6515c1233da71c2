/** Reachability of the server and its database. A failed request starts polling `/api/health`. */

import { createStore, type ReadableStore } from '@/lib/create-store';
import { parseObject } from '@/lib/parse-object';

import type { Outage } from './api-error';
import { NEEDS_RECOVERY, recoveryNeeded } from './database-recovery';

/** Delays between polls; the last one repeats. */
const RETRY_DELAYS_MS = [500, 1000, 2000, 2500];
const TIMEOUT_MS = 4000;
/** Minimum wait before a poll after a response without `Retry-After`, and while the database is unreachable. */
const DEFAULT_RETRY_AFTER_S = 3;
/** Such a response this soon after the end of an outage doubles the delay, up to `MAX_RETRY_AFTER_S`. */
const REPEAT_WINDOW_MS = 60_000;
/** With jitter, what a portal or filter has blocked is requested again within 35 s. */
const MAX_RETRY_AFTER_S: Record<Outage, number> = { server: 24, database: 60 };

/** The current outage; null while everything is reachable. */
const outage = createStore<Outage | null>(null);
let timer: ReturnType<typeof setTimeout> | undefined;
let attempts = 0;
/** Minimum delay before the next poll, from `Retry-After` or its default; 0 after a request without a response. */
let retryAfterMs = 0;
let repeats = 0;
let reachableSince = -Infinity;

async function probe(): Promise<Outage | null> {
  const controller = new AbortController();
  const timeout = setTimeout(() => {
    controller.abort();
  }, TIMEOUT_MS);
  try {
    const answer = await fetch('/api/health', { cache: 'no-store', signal: controller.signal });
    const { code, database } = parseObject(await answer.text());
    if (code === NEEDS_RECOVERY) {
      // Reachable, but the database is damaged.
      recoveryNeeded.set(true);
      return null;
    }
    // Any other response, such as a portal's page with status 200, isn't that of the call.
    if (typeof database !== 'string') return 'server';
    return database === 'unreachable' ? 'database' : null;
  } catch {
    return 'server';
  } finally {
    clearTimeout(timeout);
  }
}

/** Adds jitter, so that a class doesn't poll all at once; never below `Retry-After`. */
function nextDelay(): number {
  const ms = RETRY_DELAYS_MS[attempts] ?? RETRY_DELAYS_MS.at(-1) ?? 0;
  return retryAfterMs > ms ? retryAfterMs * (1 + 0.4 * Math.random()) : ms * (0.8 + 0.4 * Math.random());
}

function schedulePoll() {
  clearTimeout(timer);
  timer = setTimeout(() => void poll(), nextDelay());
  attempts += 1;
}

async function poll() {
  const found = await probe();
  if (outage.get() === null) return;
  if (found === null) {
    reportReachable();
    return;
  }
  if (found === 'database') retryAfterMs = Math.max(retryAfterMs, 1000 * DEFAULT_RETRY_AFTER_S);
  outage.set(found);
  schedulePoll();
}

function reportOutage(next: Outage, waitMs: number) {
  if (outage.get() !== null) return;
  attempts = 0;
  retryAfterMs = waitMs;
  schedulePoll();
  outage.set(next);
}

function reportReachable() {
  if (outage.get() === null) return;
  clearTimeout(timer);
  reachableSince = Date.now();
  outage.set(null);
}

export const connection = {
  outage: outage as ReadableStore<Outage | null>,
  isOnline: () => outage.get() === null,
  /** Starts an outage of the server after a request without a response. */
  reportNoResponse: () => {
    reportOutage('server', 0);
  },
  /**
   * Starts an outage after a response of something else than the server, such as a proxy, or of a server that can't reach
   * its database. `seconds` are those of `Retry-After`.
   */
  reportOutageResponse: (next: Outage, seconds = DEFAULT_RETRY_AFTER_S) => {
    if (outage.get() !== null) return;
    repeats = Date.now() - reachableSince < REPEAT_WINDOW_MS ? repeats + 1 : 0;
    reportOutage(next, 1000 * Math.max(seconds, Math.min(seconds * 2 ** repeats, MAX_RETRY_AFTER_S[next])));
  },
  /** Checks immediately. */
  check: async () => {
    const found = await probe();
    if (found === null) reportReachable();
    else reportOutage(found, found === 'database' ? 1000 * DEFAULT_RETRY_AFTER_S : 0);
    return found === null;
  },
};
