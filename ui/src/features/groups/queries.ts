import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import type { Schemas } from '@/api/types';

/** Not in keys.ts, which students load; the family has the name of the topic. */
export const groupsKey = (classroomId: string) => ['groups', 'class', classroomId] as const;

export type GroupRequest = Schemas['GroupRequest'];

/** The groups of a class, oldest first. */
export const groupsQuery = (classroomId: string) =>
  queryOptions({
    queryKey: groupsKey(classroomId),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/classrooms/{classroom_id}/groups', {
          signal,
          params: { path: { classroom_id: classroomId } },
        }),
      ),
  });
