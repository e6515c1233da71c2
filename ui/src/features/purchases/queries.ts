import { type QueryKey, queryOptions, useMutation } from '@tanstack/react-query';

import { ApiError } from '@/api/api-error';
import { api, data } from '@/api/client';
import { purchaseKeys, storeKeys, studentKeys } from '@/api/keys';
import type { Purchase } from '@/api/types';
import { useRefresh } from '@/api/use-refresh';

export type NewPurchase = { studentId: string; itemId: string; itemName: string; goalbucksCost: number };

const ofClass = (classroomId: string) => ({ classroom_id: classroomId });

/** What the class has bought and the teacher still has to hand out, newest first. */
export const pendingPurchasesQuery = (classroomId: string) =>
  queryOptions({
    queryKey: purchaseKeys.pending(classroomId),
    queryFn: ({ signal }) =>
      data(
        api.GET('/api/purchases/classroom/{classroom_id}', {
          signal,
          params: { path: ofClass(classroomId), query: { status: 'pending' } },
        }),
      ),
  });

/** What still has to be handed out in all classes of the teacher; the sidebar counts it. */
export const pendingPurchasesOfTeacherQuery = (teacherId: string) =>
  queryOptions({
    queryKey: purchaseKeys.pendingOfTeacher(teacherId),
    queryFn: ({ signal }) =>
      data(
        api.GET('/api/purchases/teacher/{teacher_id}', {
          signal,
          params: { path: { teacher_id: teacherId }, query: { status: 'pending' } },
        }),
      ),
  });

/** Recently Fulfilled: the last 5, the latest handed out first. */
export const fulfilledPurchasesQuery = (classroomId: string) =>
  queryOptions({
    queryKey: purchaseKeys.fulfilled(classroomId),
    queryFn: ({ signal }) =>
      data(
        api.GET('/api/purchases/classroom/{classroom_id}', {
          signal,
          params: { path: ofClass(classroomId), query: { status: 'fulfilled', limit: 5 } },
        }),
      ),
  });

/** Done once the screen shows it; a refusal means that something else is true by now, so then too it is asked for again. */
function useShown(...keys: QueryKey[]) {
  const refresh = useRefresh(...keys);
  return {
    meta: { invalidates: [] },
    onSuccess: refresh,
    onError: (error: Error) => (error instanceof ApiError ? refresh() : undefined),
  };
}

type Keyed<Body> = {
  body: Body;
  /** One key for one intention: a repeat after a broken connection pays nothing twice. */
  idempotencyKey: string;
};

/** Buys for this student. */
export function useBuy(studentId: string) {
  return useMutation({
    ...useShown(
      storeKeys.all,
      purchaseKeys.all,
      studentKeys.balance(studentId),
      studentKeys.ledger(studentId),
    ),
    mutationFn: ({ body, idempotencyKey }: Keyed<NewPurchase>) =>
      data(api.POST('/api/purchases', { body, headers: { 'Idempotency-Key': idempotencyKey } })),
  });
}

/** Marks a purchase as handed out. `onFulfilled` is called before the lists show it. */
export function useFulfill(onFulfilled: () => void) {
  const shown = useShown(purchaseKeys.all);
  return useMutation({
    ...shown,
    mutationFn: (purchaseId: string) =>
      data(
        api.PATCH('/api/purchases/{purchase_id}/fulfill', {
          params: { path: { purchase_id: purchaseId } },
        }),
      ),
    onSuccess: () => {
      onFulfilled();
      return shown.onSuccess();
    },
  });
}

/** Makes a fulfilled purchase pending again. */
export function useUnfulfill() {
  return useMutation({
    ...useShown(purchaseKeys.all),
    mutationFn: (purchaseId: string) =>
      data(
        api.POST('/api/purchases/{purchase_id}/unfulfill', {
          params: { path: { purchase_id: purchaseId } },
        }),
      ),
  });
}

type Cancellation = {
  id: string;
  /** The student reads it. */
  reason?: string;
};

/**
 * Cancels a pending purchase: goalbucks and stock come back, so balances and items are asked for again too.
 * `onCancelled` is called before the lists show it.
 */
export function useCancelPurchase(onCancelled: (answer: Purchase) => void) {
  const shown = useShown(purchaseKeys.all, storeKeys.all, studentKeys.all);
  return useMutation({
    ...shown,
    onSuccess: (answer) => {
      onCancelled(answer);
      return shown.onSuccess();
    },
    mutationFn: ({ id, ...body }: Cancellation) =>
      data(api.POST('/api/purchases/{purchase_id}/cancel', { body, params: { path: { purchase_id: id } } })),
  });
}
