import { queryOptions, useQuery } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { submissionKeys } from '@/api/keys';
import { useUser } from '@/auth/session-context';

import type { Verdict } from './review-rules';

/** Pending submissions, newest first; also used for the sidebar count. */
export const pendingSubmissionsQuery = (teacherId: string) =>
  queryOptions({
    queryKey: submissionKeys.pending(teacherId),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/submissions/teacher/{teacher_id}', {
          signal,
          params: { path: { teacher_id: teacherId }, query: { status: 'pending' } },
        }),
      ),
  });

/** The pending submissions of the signed-in teacher's students. */
export const usePendingSubmissions = () => useQuery(pendingSubmissionsQuery(useUser().id));

/** More than are shown, because the API sorts by submission time rather than review time. */
const REVIEWED_LIMIT = 100;

/** The newest of the reviewed submissions. */
export const lastReviewedQuery = (teacherId: string, status: Verdict) =>
  queryOptions({
    queryKey: submissionKeys.lastReviewed(teacherId, status),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/submissions/teacher/{teacher_id}', {
          signal,
          params: { path: { teacher_id: teacherId }, query: { status, limit: REVIEWED_LIMIT } },
        }),
      ),
  });
