import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { termsKey } from '@/shared/terms-query';

/** What a new term would end now; 409 in the week in which one ended. */
export const nextTermQuery = (classroomId: string) =>
  queryOptions({
    queryKey: [...termsKey(classroomId), 'next'],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/classrooms/{classroom_id}/terms/next', {
          signal,
          params: { path: { classroom_id: classroomId } },
        }),
      ),
  });
