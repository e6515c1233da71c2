import { queryOptions } from '@tanstack/react-query';

import { unwrap, api } from '@/api/client';
import { accountKeys, openSessionKeys } from '@/api/keys';

/** The teacher's account with its sign-in methods. */
export const teacherQuery = (teacherId: string) =>
  queryOptions({
    queryKey: accountKeys.detail(teacherId),
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/teachers/{teacher_id}', { params: { path: { teacher_id: teacherId } }, signal })),
    refetchOnMount: 'always',
  });

/** The teacher's open sessions, the browser's own first. */
export const openSessionsQuery = queryOptions({
  queryKey: openSessionKeys.all,
  queryFn: ({ signal }) => unwrap(api.GET('/api/account/sessions', { signal })),
  refetchOnMount: 'always',
});
