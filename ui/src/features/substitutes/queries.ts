import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';

/** Not in keys.ts, which students load; the family has the name of the topic. */
export const substituteCodeKey = (classroomId: string) =>
  ['members', 'class', classroomId, 'substitute-code'] as const;

/** Whether the class has a substitute code. */
export const substituteCodeQuery = (classroomId: string) =>
  queryOptions({
    queryKey: substituteCodeKey(classroomId),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/classrooms/{classroom_id}/substitute-code', {
          signal,
          params: { path: { classroom_id: classroomId } },
        }),
      ),
  });

/** The finished substitutions of the last days in the teacher's classes, newest first. */
export const substitutionsQuery = (teacherId: string) =>
  queryOptions({
    queryKey: ['members', 'teacher', teacherId, 'substitutions'] as const,
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/teachers/{teacher_id}/substitutions', {
          signal,
          params: { path: { teacher_id: teacherId } },
        }),
      ),
  });
