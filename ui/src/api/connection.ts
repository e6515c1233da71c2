/** Whether the class computer answers. A failed call turns the banner on; only then is `/api/health` asked. */

const POLL_MS = 2500;
const ANSWER_WITHIN_MS = 4000;

let online = true;
let timer: ReturnType<typeof setTimeout> | undefined;
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
    return (await fetch('/api/health', { cache: 'no-store', signal: limit.signal })).ok;
  } catch {
    return false;
  } finally {
    clearTimeout(tooLate);
  }
}

async function ask() {
  if (await answers()) change(true);
  else timer = setTimeout(() => void ask(), POLL_MS);
}

function lost() {
  if (!online) return;
  change(false);
  clearTimeout(timer);
  timer = setTimeout(() => void ask(), POLL_MS);
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
    if (!reached) lost();
    return reached;
  },
};
