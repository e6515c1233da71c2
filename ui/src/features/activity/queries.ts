import { infiniteQueryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { pageParams, cursorPagination, toCursorPage } from '@/api/cursor-pagination';
import { activityKeys } from '@/api/keys';

import { type Group, kindsInGroup } from './kinds';

/** Events of the activity log of the teacher's classes, newest first, in pages of 50. */
export const activityQuery = (group: Group) =>
  infiniteQueryOptions({
    ...cursorPagination,
    queryKey: activityKeys.filtered(group),
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
