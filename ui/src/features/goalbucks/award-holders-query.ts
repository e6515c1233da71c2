import { queryOptions } from '@tanstack/react-query';

import { api, data } from '@/api/client';
import { studentKeys } from '@/api/keys';

/** How many students have an award that hasn't been taken back. Apart from the calls that students make too. */
export const awardHoldersQuery = (assignmentId: string) =>
  queryOptions({
    queryKey: studentKeys.awardHolders(assignmentId),
    queryFn: ({ signal }) =>
      data(
        api.GET('/api/goalbucks/award/{assignment_id}', {
          signal,
          params: { path: { assignment_id: assignmentId } },
        }),
      ),
  });
