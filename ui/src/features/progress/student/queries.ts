import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { progressKeys } from '@/api/keys';

/** A student's last eight weeks, and the newest comments. */
export const studentProgressQuery = (studentId: string) =>
  queryOptions({
    queryKey: progressKeys.ofStudent(studentId),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/students/{student_id}/progress', {
          signal,
          params: { path: { student_id: studentId } },
        }),
      ),
  });
