import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { progressKeys } from '@/api/keys';
import type { Time } from '@/features/progress/queries';

/** The reports of all students of a class. */
export const reportsQuery = (classroomId: string, time: Time) =>
  queryOptions({
    queryKey: progressKeys.reports(classroomId, time),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/classrooms/{classroom_id}/reports', {
          signal,
          params: { path: { classroom_id: classroomId }, query: { time } },
        }),
      ),
  });
