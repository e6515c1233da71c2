import { browserStorage } from './browser-storage';
import { isRecord } from './is-record';
import { serverClock } from './server-clock';

const DAY_MS = 86_400_000;
const INITIAL_LOOKBACK_DAYS = 3;
const MAX_IDS = 300;

type Seen = { since: string; ids: string[] };

type SeenStoreOptions<Row> = {
  getId: (row: Row) => string;
  /** ISO time from which the row counts as new; null if not yet. */
  getTime: (row: Row) => string | null;
  /** On first use, rows of so many days count as new. */
  lookbackDays?: number;
};

function read(key: string): Seen | null {
  try {
    const saved: unknown = JSON.parse(browserStorage.get(key) ?? 'null');
    if (!isRecord(saved)) return null;
    const { since, ids } = saved;
    if (typeof since !== 'string' || !Array.isArray(ids)) return null;
    return { since, ids: ids.filter((id) => typeof id === 'string') };
  } catch {
    return null;
  }
}

/** What was seen so far. A time in the future was saved with a wrong clock. */
function readSeen(key: string, now: number, lookbackDays: number): Seen {
  const saved = read(key);
  if (saved && saved.since <= new Date(now).toISOString()) return saved;
  return { since: new Date(now - lookbackDays * DAY_MS).toISOString(), ids: saved?.ids ?? [] };
}

/** Tracks which rows each user has seen on this device; `name` is the local storage key prefix. */
export function createSeenStore<Row>(
  name: string,
  { getId, getTime, lookbackDays = INITIAL_LOOKBACK_DAYS }: SeenStoreOptions<Row>,
) {
  const storageKey = (personId: string) => `${name}:${personId}`;
  return {
    getId,
    /** Rows that the user hasn't seen yet. */
    unseen: (personId: string, rows: Row[], now = serverClock.now()): Row[] => {
      const { since, ids } = readSeen(storageKey(personId), now, lookbackDays);
      const known = new Set(ids);
      // Rows older than `since` are never new.
      return rows.filter((row) => (getTime(row) ?? '') > since && !known.has(getId(row)));
    },
    markSeen: (personId: string, rows: Row[], now = serverClock.now()) => {
      const { since, ids } = readSeen(storageKey(personId), now, lookbackDays);
      const all = new Set([...rows.map(getId), ...ids]);
      const next: Seen = { since, ids: [...all].slice(0, MAX_IDS) };
      browserStorage.set(storageKey(personId), JSON.stringify(next));
    },
  };
}

export type SeenStore<Row> = ReturnType<typeof createSeenStore<Row>>;
