import { infiniteQueryOptions, useMutation } from '@tanstack/react-query';

import { api, data } from '@/api/client';
import { studentKeys } from '@/api/keys';
import { pageQuery, rowPaging, toRowPage } from '@/api/row-pages';
import { useRefresh } from '@/api/use-refresh';

type Award = { classroomId: string; studentIds: string[]; amount: number; reason: string };
type Correction = { amount: number; reason: string };

const ofStudent = (studentId: string) => ({ student_id: studentId });

/** Every change of a student's balance, newest first, a page of 50 at a time. */
export const ledgerQuery = (studentId: string) =>
  infiniteQueryOptions({
    ...rowPaging,
    queryKey: studentKeys.ledger(studentId),
    queryFn: async ({ signal, pageParam }) =>
      toRowPage(
        await data(
          api.GET('/api/students/{student_id}/ledger', {
            signal,
            params: { path: ofStudent(studentId), query: pageQuery(pageParam) },
          }),
        ),
      ),
  });

type Keyed<Body> = {
  body: Body;
  /** One key for one intention: a repeat after a broken connection gives nothing twice. */
  idempotencyKey: string;
};

/** The same goalbucks for several students of a class. */
export function useAward() {
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: Keyed<Award>) =>
      data(api.POST('/api/goalbucks/award', { body, headers: { 'Idempotency-Key': idempotencyKey } })),
  });
}

/** Takes an award back from every student who has it; done once the lists show it, as the focus stands in one. */
export function useReverseAward() {
  return useMutation({
    meta: { invalidates: [] },
    mutationFn: (assignmentId: string) =>
      data(
        api.POST('/api/goalbucks/award/{assignment_id}/reverse', {
          params: { path: { assignment_id: assignmentId } },
        }),
      ),
    onSuccess: useRefresh(),
  });
}

/** Changes a student's balance up or down; answers the entry, with the balance after it. */
export function useCorrectBalance(studentId: string) {
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: Keyed<Correction>) =>
      data(
        api.POST('/api/students/{student_id}/corrections', {
          body,
          params: { path: ofStudent(studentId) },
          headers: { 'Idempotency-Key': idempotencyKey },
        }),
      ),
  });
}
