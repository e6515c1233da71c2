import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { pageParams, cursorPagination, toCursorPage } from '@/api/cursor-pagination';
import { goalbucksKeys } from '@/api/keys';
import { shareStudentHome } from '@/shared/student-home';

const studentPath = (studentId: string) => ({ student_id: studentId });

/** Ledger entries of a student in pages of 50, newest first. */
export const ledgerQuery = (studentId: string) =>
  infiniteQueryOptions({
    ...cursorPagination,
    queryKey: goalbucksKeys.ledger(studentId),
    queryFn: async ({ signal, pageParam }) =>
      toCursorPage(
        await unwrap(
          api.GET('/api/students/{student_id}/ledger', {
            signal,
            params: { path: studentPath(studentId), query: pageParams(pageParam) },
          }),
        ),
      ),
  });

/** Number of students who still have the award. */
export const awardHoldersQuery = (assignmentId: string) =>
  queryOptions({
    queryKey: goalbucksKeys.awardHolders(assignmentId),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/goalbucks/award/{assignment_id}', {
          signal,
          params: { path: { assignment_id: assignmentId } },
        }),
      ),
  });

const RECENT_LIMIT = 20;

/** A student's newest ledger entries. */
export const recentEntriesQuery = (studentId: string) =>
  queryOptions({
    queryKey: goalbucksKeys.recentEntries(studentId),
    queryFn: ({ signal }) =>
      shareStudentHome(
        studentId,
        ({ ledger }) => ledger,
        () =>
          unwrap(
            api.GET('/api/students/{student_id}/ledger', {
              signal,
              params: { path: { student_id: studentId }, query: { limit: RECENT_LIMIT } },
            }),
          ),
      ),
  });
