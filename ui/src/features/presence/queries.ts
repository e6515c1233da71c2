import { queryOptions } from '@tanstack/react-query';

import { api, data } from '@/api/client';
import { studentKeys } from '@/api/keys';
import type { SignedInStudent } from '@/api/types';

const MINUTE_MS = 60_000;
/** A student's session lasts no longer without being used; a later end is a clock that differs. */
const LONGEST_MS = 120 * MINUTE_MS;

/** Until the first session expires, of which no event tells; false when nobody is signed in. */
function untilFirstExpires(students: readonly SignedInStudent[] = []): number | false {
  if (students.length === 0) return false;
  const first = Math.min(...students.map(({ endsAt }) => Date.parse(endsAt)));
  return Math.min(LONGEST_MS, Math.max(MINUTE_MS, first - Date.now()));
}

/** The students of a class who are signed in; an event tells of each sign-in and sign-out. */
export const signedInQuery = (classroomId: string) =>
  queryOptions({
    queryKey: studentKeys.signedIn(classroomId),
    queryFn: ({ signal }) =>
      data(
        api.GET('/api/classrooms/{classroom_id}/signed-in', {
          signal,
          params: { path: { classroom_id: classroomId } },
        }),
      ),
    refetchInterval: ({ state }) => untilFirstExpires(state.data),
  });
