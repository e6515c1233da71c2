import { queryOptions, useQuery } from '@tanstack/react-query';

import { api } from '@/api/client';
import { savingsKeys } from '@/api/keys';
import { useStudent } from '@/auth/session-context';
import { shareStudentHome } from '@/shared/student-home';

/** What a student saves for; without an item's id the name of one that was deleted. */
export const savingsQuery = (studentId: string) =>
  queryOptions({
    queryKey: savingsKeys.ofStudent(studentId),
    queryFn: ({ signal }) =>
      shareStudentHome(
        studentId,
        ({ savings }) => savings,
        async () => {
          const path = { student_id: studentId };
          const { data } = await api.GET('/api/students/{student_id}/savings', { signal, params: { path } });
          return data ?? null;
        },
      ),
  });

/** What the signed-in student saves for; null for nothing, undefined while loading. */
export const useMySavings = () => useQuery(savingsQuery(useStudent().id)).data;
