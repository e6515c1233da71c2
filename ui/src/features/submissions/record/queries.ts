import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { submissionKeys } from '@/api/keys';

/** All tries of a goal, oldest first. */
export const goalRecordQuery = ({ id, studentId }: { id: string; studentId: string }) =>
  queryOptions({
    queryKey: submissionKeys.record(studentId, id),
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/goals/{goal_id}/submissions', { signal, params: { path: { goal_id: id } } })),
  });
