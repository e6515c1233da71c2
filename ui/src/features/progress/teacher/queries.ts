import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { progressKeys } from '@/api/keys';

/** The weeks that progress is about: the last eight (`8weeks`), the running `term`, or the id of a finished one. */
export type Time = string;

export const classProgressQuery = (classroomId: string, time: Time) =>
  queryOptions({
    queryKey: progressKeys.ofClass(classroomId, time),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/classrooms/{classroom_id}/progress', {
          signal,
          params: { path: { classroom_id: classroomId }, query: { time } },
        }),
      ),
  });
