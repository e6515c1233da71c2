import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { cursorPagination } from '@/api/cursor-pagination';
import { submissionKeys } from '@/api/keys';

/** Fewer than in other lists: each has a preview of its photo. */
const PAGE_SIZE = 30;
export const PIECES_PER_SHEET = 4;

/** A student's approved submissions in pages of 30, newest first. */
export const portfolioQuery = (studentId: string) =>
  infiniteQueryOptions({
    ...cursorPagination,
    queryKey: submissionKeys.portfolio(studentId),
    queryFn: async ({ signal, pageParam: before }) => {
      const answer = await unwrap(
        api.GET('/api/submissions/student/{student_id}/portfolio', {
          signal,
          params: {
            path: { student_id: studentId },
            query: { limit: PAGE_SIZE + 1, ...(before !== null && { before }) },
          },
        }),
      );
      const rows = answer.slice(0, PAGE_SIZE);
      return { rows, before: answer.length > PAGE_SIZE ? (rows.at(-1)?.id ?? null) : null };
    },
  });

/** A student's newest approved submissions, as many as are printed on one page. */
export const newestWorkQuery = (studentId: string) =>
  queryOptions({
    queryKey: [...submissionKeys.portfolio(studentId), 'newest'],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/submissions/student/{student_id}/portfolio', {
          signal,
          params: { path: { student_id: studentId }, query: { limit: PIECES_PER_SHEET } },
        }),
      ),
  });
