import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';

/** Not in keys.ts, which students load; the family has the name of the topic. */
export const termsKey = (classroomId: string) => ['terms', 'class', classroomId] as const;

/** The finished terms of a class, newest first. */
export const termsQuery = (classroomId: string) =>
  queryOptions({
    queryKey: termsKey(classroomId),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/classrooms/{classroom_id}/terms', {
          signal,
          params: { path: { classroom_id: classroomId } },
        }),
      ),
  });
