import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { submissionKeys } from '@/api/keys';
import type { Submission } from '@/api/types';
import { shareStudentHome } from '@/shared/student-home';

const studentParams = (studentId: string, status: Submission['status'], limit?: number) => ({
  path: { student_id: studentId },
  query: { status, ...(limit !== undefined && { limit }) },
});

/** A student's pending and denied submissions. */
export const openSubmissionsQuery = (studentId: string) =>
  queryOptions({
    queryKey: submissionKeys.open(studentId),
    queryFn: ({ signal }) => {
      const read = (status: 'pending' | 'denied') =>
        unwrap(
          api.GET('/api/submissions/student/{student_id}', {
            signal,
            params: studentParams(studentId, status),
          }),
        );
      return shareStudentHome(
        studentId,
        ({ pendingSubmissions, deniedSubmissions }) => [...pendingSubmissions, ...deniedSubmissions],
        async () => (await Promise.all([read('pending'), read('denied')])).flat(),
      );
    },
  });

const APPROVED_PER_PAGE = 50;
const MAX_APPROVED = 500;

/** A student's last approved submissions: 50 for each shown page of completed goals. */
export const approvedSubmissionsQuery = (studentId: string, pages = 1) =>
  queryOptions({
    queryKey: [...submissionKeys.approved(studentId), pages],
    queryFn: ({ signal }) => {
      const limit = Math.min(pages * APPROVED_PER_PAGE, MAX_APPROVED);
      const fetchAlone = () =>
        unwrap(
          api.GET('/api/submissions/student/{student_id}', {
            signal,
            params: studentParams(studentId, 'approved', limit),
          }),
        );
      return pages === 1
        ? shareStudentHome(studentId, ({ approvedSubmissions }) => approvedSubmissions, fetchAlone)
        : fetchAlone();
    },
    placeholderData: keepPreviousData,
  });
