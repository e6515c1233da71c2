import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { goalbucksKeys } from '@/api/keys';

/** The teacher's last six awards that differ in amount or reason, newest first. */
export const recentAwardsQuery = (teacherId: string) =>
  queryOptions({
    // Not in keys.ts and queries.ts, which students load.
    queryKey: [...goalbucksKeys.all, 'teacher', teacherId, 'recent-awards'],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/goalbucks/awards/recent/{teacher_id}', {
          signal,
          params: { path: { teacher_id: teacherId } },
        }),
      ),
  });
