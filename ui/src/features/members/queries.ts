import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';

/** Not in keys.ts, which students load; the family has the name of the topic. */
export const membersKey = (classroomId: string) => ['members', 'class', classroomId] as const;

/** The teachers of a class: the owner, then the co-teachers in the order in which they joined. */
export const membersQuery = (classroomId: string) =>
  queryOptions({
    queryKey: membersKey(classroomId),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/classrooms/{classroom_id}/members', {
          signal,
          params: { path: { classroom_id: classroomId } },
        }),
      ),
  });
