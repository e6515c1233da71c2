/** Whether the server answers, and its database. A failed call turns the banner on; only then is `/api/health` asked. */

import { createStore, type ReadableStore } from '@/lib/create-store';

import type { Away } from './api-error';
import { NEEDS_RESCUE, rescueNeeded } from './rescue-signal';

/** How long to wait before asking again; the last one for ever. */
const WAITS_MS = [500, 1000, 2000, 2500];
const ANSWER_WITHIN_MS = 4000;
/** In place of `Retry-After`, where none came. */
const REFUSED_S = 3;
/** Who is refused again so soon after all seemed well waits twice as long, up to this. */
const SOON_MS = 60_000;
const LONGEST_S = 60;

/** What is out of reach, if anything. */
const outage = createStore<Away | null>(null);
let timer: ReturnType<typeof setTimeout> | undefined;
let asked = 0;
/** No question before that; 0 where nobody said anything. */
let patienceMs = 0;
let refusals = 0;
let backAt = -Infinity;

async function look(): Promise<Away | null> {
  const limit = new AbortController();
  const tooLate = setTimeout(() => {
    limit.abort();
  }, ANSWER_WITHIN_MS);
  try {
    const answer = await fetch('/api/health', { cache: 'no-store', signal: limit.signal });
    if (answer.ok) return null;
    const text = await answer.text();
    if (!text.includes(`"${NEEDS_RESCUE}"`)) return text.includes('"unreachable"') ? 'database' : 'server';
    // It is there, but has nothing to show yet.
    rescueNeeded.set(true);
    return null;
  } catch {
    return 'server';
  } finally {
    clearTimeout(tooLate);
  }
}

/** A class that lost the server in one moment doesn't ask for it in one moment; nobody asks before the time was up. */
function nextWait(): number {
  const ms = WAITS_MS[asked] ?? WAITS_MS.at(-1) ?? 0;
  return patienceMs > ms ? patienceMs * (1 + 0.4 * Math.random()) : ms * (0.8 + 0.4 * Math.random());
}

function askLater() {
  clearTimeout(timer);
  timer = setTimeout(() => void ask(), nextWait());
  asked += 1;
}

async function ask() {
  const found = await look();
  if (outage.get() === null) return;
  if (found === null) {
    back();
    return;
  }
  if (found === 'database') patienceMs = Math.max(patienceMs, 1000 * REFUSED_S);
  outage.set(found);
  askLater();
}

function lose(what: Away, waitMs: number) {
  if (outage.get() !== null) return;
  asked = 0;
  patienceMs = waitMs;
  askLater();
  outage.set(what);
}

function back() {
  if (outage.get() === null) return;
  clearTimeout(timer);
  backAt = Date.now();
  outage.set(null);
}

export const connection = {
  outage: outage as ReadableStore<Away | null>,
  isOnline: () => outage.get() === null,
  /** A call failed on its way. */
  lost: () => {
    lose('server', 0);
  },
  /** A call was answered by what stands before the one that is out of reach, which may have said when to come again. */
  refused: (what: Away, seconds = REFUSED_S) => {
    if (outage.get() !== null) return;
    refusals = Date.now() - backAt < SOON_MS ? refusals + 1 : 0;
    lose(what, 1000 * Math.max(seconds, Math.min(seconds * 2 ** refusals, LONGEST_S)));
  },
  /** Asks now. */
  check: async () => {
    const found = await look();
    if (found === null) back();
    else lose(found, found === 'database' ? 1000 * REFUSED_S : 0);
    return found === null;
  },
};
