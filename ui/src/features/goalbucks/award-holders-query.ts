import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { studentKeys } from '@/api/keys';

/** Number of students who still have the award. Separate module: only teachers load it. */
export const awardHoldersQuery = (assignmentId: string) =>
  queryOptions({
    queryKey: studentKeys.awardHolders(assignmentId),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/goalbucks/award/{assignment_id}', {
          signal,
          params: { path: { assignment_id: assignmentId } },
        }),
      ),
  });
