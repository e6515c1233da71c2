import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { progressKeys } from '@/api/keys';

/** The weeks that progress is about: the last eight (`8weeks`), the running `term`, or the id of a finished one. */
export type Time = string;

/** A student's weeks, and the newest comments. */
export const studentProgressQuery = (studentId: string, time: Time) =>
  queryOptions({
    queryKey: [...progressKeys.ofStudent(studentId), time],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/students/{student_id}/progress', {
          signal,
          params: { path: { student_id: studentId }, query: { time } },
        }),
      ),
  });
