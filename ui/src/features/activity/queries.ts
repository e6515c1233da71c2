import { infiniteQueryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { pageParams, cursorPagination, toCursorPage } from '@/api/cursor-pagination';
import { activityKeys } from '@/api/keys';

import { type Group, kindsInGroup } from './kinds';

/** An id that is greater than those of the events until the end of this second: ids begin with the milliseconds. */
function idAfter(time: Date): string {
  const hex = (time.getTime() + 1000).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}

/** Events of the activity log of the teacher's classes, newest first, in pages of 50; with `until` not the later ones. */
export const activityQuery = (group: Group, until: Date | null = null) =>
  infiniteQueryOptions({
    ...cursorPagination,
    initialPageParam: until && idAfter(until),
    queryKey: [...activityKeys.filtered(group), until?.toISOString() ?? null],
    queryFn: async ({ signal, pageParam }) =>
      toCursorPage(
        await unwrap(
          api.GET('/api/activity', {
            signal,
            params: { query: { kind: kindsInGroup(group), ...pageParams(pageParam) } },
          }),
        ),
      ),
  });
