/** Whether the class computer answers. A failed call turns the banner on; only then is `/api/health` asked. */

import { NEEDS_RESCUE, rescueSignal } from './rescue-signal';

/** How long to wait before asking again; the last one for ever. */
const WAITS_MS = [500, 1000, 2000, 2500];
const ANSWER_WITHIN_MS = 4000;

let online = true;
let timer: ReturnType<typeof setTimeout> | undefined;
let asked = 0;
const listeners = new Set<() => void>();

function change(next: boolean) {
  online = next;
  listeners.forEach((listener) => {
    listener();
  });
}

async function answers(): Promise<boolean> {
  const limit = new AbortController();
  const tooLate = setTimeout(() => {
    limit.abort();
  }, ANSWER_WITHIN_MS);
  try {
    const answer = await fetch('/api/health', { cache: 'no-store', signal: limit.signal });
    if (answer.ok) return true;
    // It is there, but has nothing to show yet.
    const damaged = (await answer.text()).includes(`"${NEEDS_RESCUE}"`);
    if (damaged) rescueSignal.send();
    return damaged;
  } catch {
    return false;
  } finally {
    clearTimeout(tooLate);
  }
}

/** A class that lost the computer in one moment doesn't ask for it in one moment. */
function uneven(ms: number): number {
  return ms * (0.8 + 0.4 * Math.random());
}

function askLater() {
  clearTimeout(timer);
  timer = setTimeout(() => void ask(), uneven(WAITS_MS[asked] ?? WAITS_MS.at(-1) ?? 0));
  asked += 1;
}

async function ask() {
  const reached = await answers();
  if (online) return;
  if (reached) found();
  else askLater();
}

function lost() {
  if (!online) return;
  asked = 0;
  askLater();
  change(false);
}

function found() {
  if (online) return;
  clearTimeout(timer);
  change(true);
}

export const connection = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  isOnline: () => online,
  /** A call failed on its way. */
  lost,
  /** Asks now. */
  check: async () => {
    const reached = await answers();
    if (reached) found();
    else lost();
    return reached;
  },
};
