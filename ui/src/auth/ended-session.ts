import type { SessionUser } from '@/api/types';
import { isRecord } from '@/lib/is-record';

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
  if (!isRecord(state)) return null;
  const { userId, page, role } = state;
  if (typeof userId !== 'string' || typeof page !== 'string') return null;
  const text = (key: 'why' | 'username' | 'classCode') =>
    typeof state[key] === 'string' ? { [key]: state[key] } : {};
  const ofRole = role === 'student' || role === 'teacher' ? ({ role } as const) : {};
  return { userId, page, ...ofRole, ...text('why'), ...text('username'), ...text('classCode') };
}
