import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { cursorPagination, pageParams, toCursorPage } from '@/api/cursor-pagination';
import { noSchoolKeys, seriesKeys } from '@/api/keys';

export type SeriesStatus = 'running' | 'stopped';

/** The series of the teacher's classes, in pages of 50, newest first. */
export const seriesQuery = (teacherId: string, status: SeriesStatus) =>
  infiniteQueryOptions({
    ...cursorPagination,
    queryKey: [...seriesKeys.ofTeacher(teacherId), status],
    queryFn: async ({ signal, pageParam }) =>
      toCursorPage(
        await unwrap(
          api.GET('/api/goal-series/teacher/{teacher_id}', {
            signal,
            params: { path: { teacher_id: teacherId }, query: { status, ...pageParams(pageParam) } },
          }),
        ),
      ),
  });

export const teacherParams = (teacherId: string) => ({ path: { teacher_id: teacherId } });

/** The days without school in the teacher's classes, the earliest first. */
export const noSchoolQuery = (teacherId: string) =>
  queryOptions({
    queryKey: noSchoolKeys.ofTeacher(teacherId),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/teachers/{teacher_id}/no-school-days', { signal, params: teacherParams(teacherId) }),
      ),
    staleTime: 0,
  });
