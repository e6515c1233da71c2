import { infiniteQueryOptions } from '@tanstack/react-query';

import { api, data } from '@/api/client';
import { activityKeys } from '@/api/keys';
import { pageQuery, rowPaging, toRowPage } from '@/api/row-pages';

import { type Group, kindsOf } from './kinds';

/** What was done in the teacher's classes, newest first, a page of 50 at a time. */
export const activityQuery = (group: Group) =>
  infiniteQueryOptions({
    ...rowPaging,
    queryKey: activityKeys.filtered(group),
    queryFn: async ({ signal, pageParam }) =>
      toRowPage(
        await data(
          api.GET('/api/activity', {
            signal,
            params: { query: { kind: kindsOf(group), ...pageQuery(pageParam) } },
          }),
        ),
      ),
  });
