import { browserStorage } from './browser-storage';
import { isRecord } from './is-record';

/** A browser that has never shown these rows to a person counts those of a long weekend as new. */
const FIRST_LOOK_BACK_MS = 3 * 86_400_000;
const REMEMBERED = 300;

type Seen = { since: string; ids: string[] };

type RowKeys<Row> = {
  idOf: (row: Row) => string;
  /** ISO time from which the row can be new; null when it isn't yet. */
  timeOf: (row: Row) => string | null;
};

function read(key: string): Seen | null {
  try {
    const saved: unknown = JSON.parse(browserStorage.read(key) ?? 'null');
    if (!isRecord(saved)) return null;
    const { since, ids } = saved;
    if (typeof since !== 'string' || !Array.isArray(ids)) return null;
    return { since, ids: ids.filter((id) => typeof id === 'string') };
  } catch {
    return null;
  }
}

function firstLook(now: number): Seen {
  return { since: new Date(now - FIRST_LOOK_BACK_MS).toISOString(), ids: [] };
}

/** Rows that are shown once on this device to each person: `name` is the local storage key's prefix. */
export function seenOnce<Row>(name: string, { idOf, timeOf }: RowKeys<Row>) {
  const keyOf = (personId: string) => `${name}:${personId}`;
  return {
    idOf,
    /** The rows that this device hasn't shown to the person yet. */
    unseen: (personId: string, rows: Row[], now = Date.now()): Row[] => {
      const { since, ids } = read(keyOf(personId)) ?? firstLook(now);
      const known = new Set(ids);
      // `since`: an old row that comes back among the newest is no news.
      return rows.filter((row) => (timeOf(row) ?? '') > since && !known.has(idOf(row)));
    },
    remember: (personId: string, rows: Row[], now = Date.now()) => {
      const { since, ids } = read(keyOf(personId)) ?? firstLook(now);
      const all = new Set([...rows.map(idOf), ...ids]);
      const next: Seen = { since, ids: [...all].slice(0, REMEMBERED) };
      browserStorage.keep(keyOf(personId), JSON.stringify(next));
    },
  };
}

export type SeenOnce<Row> = ReturnType<typeof seenOnce<Row>>;
