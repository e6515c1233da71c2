import { queryOptions } from '@tanstack/react-query';

import { unwrap, api } from '@/api/client';
import { teacherKeys } from '@/api/keys';

/** The teacher's account with its sign-in methods. */
export const teacherQuery = (teacherId: string) =>
  queryOptions({
    queryKey: teacherKeys.detail(teacherId),
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/teachers/{teacher_id}', { params: { path: { teacher_id: teacherId } }, signal })),
    refetchOnMount: 'always',
  });
