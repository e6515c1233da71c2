import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';

import { classGoalKey } from '../keys';

/** The goals of a class, newest first. */
export const classGoalsQuery = (classroomId: string) =>
  queryOptions({
    queryKey: [...classGoalKey(classroomId), 'all'],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/class-goals/classroom/{classroom_id}', {
          signal,
          params: { path: { classroom_id: classroomId } },
        }),
      ),
  });

/** Who gave what to a goal, newest first. */
export const giftsQuery = (classroomId: string, classGoalId: string) =>
  queryOptions({
    queryKey: [...classGoalKey(classroomId), 'gifts', classGoalId],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/class-goals/{class_goal_id}/gifts', {
          signal,
          params: { path: { class_goal_id: classGoalId } },
        }),
      ),
  });
