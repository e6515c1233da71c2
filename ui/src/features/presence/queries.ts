import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { networkKeys, signInKeys, studentKeys } from '@/api/keys';
import type { LockedStudent, SignedInStudent } from '@/api/types';
import { serverClock } from '@/lib/server-clock';

const MINUTE_MS = 60_000;
/** Maximum refetch interval, in case a clock is changed. */
const MAX_INTERVAL_MS = 120 * MINUTE_MS;

/** Time until the first session expires, which sends no live event; false if nobody is signed in. */
function msUntilFirstExpiry(students: readonly SignedInStudent[] = []): number | false {
  if (students.length === 0) return false;
  const first = Math.min(...students.map(({ endsAt }) => Date.parse(endsAt)));
  return Math.min(MAX_INTERVAL_MS, Math.max(MINUTE_MS, first - serverClock.now()));
}

/** Signed-in students of a class. Live events report each sign-in and sign-out. */
export const signedInQuery = (classroomId: string) =>
  queryOptions({
    queryKey: studentKeys.signedIn(classroomId),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/classrooms/{classroom_id}/signed-in', {
          signal,
          params: { path: { classroom_id: classroomId } },
        }),
      ),
    refetchInterval: ({ state }) => msUntilFirstExpiry(state.data),
  });

/** Students of a class who have a page open. Live events of the network report each change. */
export const hereQuery = (classroomId: string) =>
  queryOptions({
    queryKey: networkKeys.here(classroomId),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/classrooms/{classroom_id}/here', {
          signal,
          params: { path: { classroom_id: classroomId } },
        }),
      ),
  });

const MIN_LOCK_REFETCH_MS = 5000;

/** Time until the first lock ends, which sends no live event; false if nobody is locked. */
function msUntilFirstUnlock(students: readonly LockedStudent[] = []): number | false {
  if (students.length === 0) return false;
  const first = Math.min(...students.map(({ until }) => Date.parse(until)));
  return Math.max(MIN_LOCK_REFETCH_MS, first - serverClock.now());
}

/** Students of a class whom wrong passwords have locked. */
export const lockedQuery = (classroomId: string) =>
  queryOptions({
    queryKey: signInKeys.locked(classroomId),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/classrooms/{classroom_id}/locked', {
          signal,
          params: { path: { classroom_id: classroomId } },
        }),
      ),
    refetchInterval: ({ state }) => msUntilFirstUnlock(state.data),
  });
