import type { SessionUser } from '@/api/types';

export type Membership = NonNullable<Extract<SessionUser, { role: 'teacher' }>['membership']>;

/** The class of a substitute, and until when; null for everybody else. */
export function membershipOf(user: SessionUser | null): Membership | null {
  // A user who was saved by an earlier version has none.
  return user?.role === 'teacher' ? (user.membership ?? null) : null;
}

/** Whether what the browser keeps of one user may be shown to the other. */
export function isSameUser(one: SessionUser | null | undefined, other: SessionUser | null): boolean {
  return one?.id === other?.id && membershipOf(one ?? null)?.classroomId === membershipOf(other)?.classroomId;
}
