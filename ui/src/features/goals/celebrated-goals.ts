import type { Goal } from '@/api/types';

/** A device that has never shown this student's goals celebrates what was completed over a long weekend. */
const FIRST_LOOK_BACK_MS = 3 * 86_400_000;
const REMEMBERED = 300;

type Celebrated = { since: string; ids: string[] };

const keyOf = (studentId: string) => `celebrated_goals:${studentId}`;

function read(studentId: string): Celebrated | null {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(keyOf(studentId)) ?? 'null');
    if (typeof saved !== 'object' || saved === null || !('since' in saved) || !('ids' in saved)) return null;
    const { since, ids } = saved;
    if (typeof since !== 'string' || !Array.isArray(ids)) return null;
    return { since, ids: ids.filter((id) => typeof id === 'string') };
  } catch {
    return null;
  }
}

function firstLook(now: number): Celebrated {
  return { since: new Date(now - FIRST_LOOK_BACK_MS).toISOString(), ids: [] };
}

/** The completed goals that this device hasn't celebrated yet. */
export function uncelebrated(studentId: string, completed: Goal[], now = Date.now()): Goal[] {
  const { since, ids } = read(studentId) ?? firstLook(now);
  const known = new Set(ids);
  // `since`: undoing a recent goal brings an old one back among the newest 50; it is no news.
  return completed.filter(
    ({ id, completedAt }) => completedAt !== null && completedAt > since && !known.has(id),
  );
}

/** Remembers that these have been seen, so that each is celebrated once. */
export function rememberCelebrated(studentId: string, completed: Goal[], now = Date.now()) {
  const { since, ids } = read(studentId) ?? firstLook(now);
  const all = new Set([...completed.map(({ id }) => id), ...ids]);
  const next: Celebrated = { since, ids: [...all].slice(0, REMEMBERED) };
  try {
    localStorage.setItem(keyOf(studentId), JSON.stringify(next));
  } catch {
    // A full or forbidden storage costs a second celebration, nothing else.
  }
}
