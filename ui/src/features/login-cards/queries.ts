import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { loginCardKeys } from '@/api/keys';

/** The valid login cards of a class, without their codes. */
export const loginCardsQuery = (classroomId: string) =>
  queryOptions({
    queryKey: loginCardKeys.ofClass(classroomId),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/classrooms/{classroom_id}/login-cards', {
          signal,
          params: { path: { classroom_id: classroomId } },
        }),
      ),
  });
