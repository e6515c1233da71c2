import type { SessionUser } from '@/api/types';

/** Goes with the way to the login screen: whose session the server ended, on which page, and perhaps why. */
export type EndedSession = {
  userId: string;
  page: string;
  why?: string;
  role?: SessionUser['role'];
  /** What the sign-in form begins with. */
  username?: string;
  classCode?: string;
};

/** Read back from the browser's history, which keeps it over a reload. */
export function readEndedSession(state: unknown): EndedSession | null {
  if (typeof state !== 'object' || state === null) return null;
  if (!('userId' in state) || !('page' in state)) return null;
  const { userId, page } = state;
  if (typeof userId !== 'string' || typeof page !== 'string') return null;
  const rest = state as Partial<Record<keyof EndedSession, unknown>>;
  const text = (key: 'why' | 'username' | 'classCode') =>
    typeof rest[key] === 'string' ? { [key]: rest[key] } : {};
  const { role } = rest;
  const ofRole = role === 'student' || role === 'teacher' ? ({ role } as const) : {};
  return { userId, page, ...ofRole, ...text('why'), ...text('username'), ...text('classCode') };
}
