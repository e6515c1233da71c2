import type { SessionUser } from '@/api/types';
import { isRecord } from '@/lib/is-record';

/** Location state for the login screen after the server ended a session. */
export type EndedSession = {
  userId: string;
  page: string;
  why?: string;
  /** The teacher has locked the computer. */
  locked?: boolean;
  role?: SessionUser['role'];
  /** Prefills the login form. */
  username?: string;
  classCode?: string;
};

/** Parses it from the history state, which survives a reload. */
export function readEndedSession(state: unknown): EndedSession | null {
  if (!isRecord(state)) return null;
  const { userId, page, role, locked } = state;
  if (typeof userId !== 'string' || typeof page !== 'string') return null;
  const text = (key: 'why' | 'username' | 'classCode') =>
    typeof state[key] === 'string' ? { [key]: state[key] } : {};
  const ofRole = role === 'student' || role === 'teacher' ? ({ role } as const) : {};
  return {
    userId,
    page,
    locked: locked === true,
    ...ofRole,
    ...text('why'),
    ...text('username'),
    ...text('classCode'),
  };
}
