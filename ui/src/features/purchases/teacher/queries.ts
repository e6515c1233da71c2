import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { purchaseKeys } from '@/api/keys';

const classPath = (classroomId: string) => ({ classroom_id: classroomId });

/** Pending purchases of a class, newest first. */
export const pendingPurchasesQuery = (classroomId: string) =>
  queryOptions({
    queryKey: purchaseKeys.pending(classroomId),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/purchases/classroom/{classroom_id}', {
          signal,
          params: { path: classPath(classroomId), query: { status: 'pending' } },
        }),
      ),
  });

/** Pending purchases of all the teacher's classes, for the sidebar count. */
export const pendingPurchasesOfTeacherQuery = (teacherId: string) =>
  queryOptions({
    queryKey: purchaseKeys.pendingOfTeacher(teacherId),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/purchases/teacher/{teacher_id}', {
          signal,
          params: { path: { teacher_id: teacherId }, query: { status: 'pending' } },
        }),
      ),
  });

/** The last 5 fulfilled purchases, newest first. */
export const fulfilledPurchasesQuery = (classroomId: string) =>
  queryOptions({
    queryKey: purchaseKeys.fulfilled(classroomId),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/purchases/classroom/{classroom_id}', {
          signal,
          params: { path: classPath(classroomId), query: { status: 'fulfilled', limit: 5 } },
        }),
      ),
  });
