import {
  infiniteQueryOptions,
  type QueryClient,
  type QueryKey,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';

import { ApiError } from '@/api/api-error';
import { api, data } from '@/api/client';
import { purchaseKeys, storeKeys, studentKeys } from '@/api/keys';
import type { Purchase } from '@/api/types';

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

const PAGE = 50;

/** One more than a page is asked for: whether it comes says whether there is another page. */
function ofStudent(studentId: string, before: string | null, signal: AbortSignal) {
  return data(
    api.GET('/api/purchases/student/{student_id}', {
      signal,
      params: {
        path: { student_id: studentId },
        query: { limit: PAGE + 1, ...(before !== null && { before }) },
      },
    }),
  );
}

/** A student's purchases a page of 50 at a time, newest first. */
export const purchasesOfStudentQuery = (studentId: string) =>
  infiniteQueryOptions({
    queryKey: purchaseKeys.ofStudent(studentId),
    initialPageParam: null as string | null,
    queryFn: ({ signal, pageParam }) => ofStudent(studentId, pageParam, signal),
    getNextPageParam: (page: Purchase[]) => (page.length > PAGE ? page[PAGE - 1]?.id : null),
    select: ({ pages }) => pages.map((page) => page.slice(0, PAGE)),
  });

/** How long something that is done waits for the screen to show it. */
const SHOWN_WITHIN_MS = 1500;

/**
 * Asks again for these and waits until they are there: the focus must not return to a button that is about to be
 * disabled. Not for ever, though: what was done is done.
 */
function refresh(queryClient: QueryClient, keys: readonly QueryKey[]) {
  return Promise.race([
    Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
    new Promise((resolve) => setTimeout(resolve, SHOWN_WITHIN_MS)),
  ]);
}

const changedByBuying = (studentId: string) => [
  storeKeys.all,
  purchaseKeys.all,
  studentKeys.balance(studentId),
  studentKeys.ledger(studentId),
];

type Keyed<Body> = {
  body: Body;
  /** One key for one intention: a repeat after a broken connection pays nothing twice. */
  idempotencyKey: string;
};

/** Buys; a refusal means that something else is true by now, so what is on screen is asked for again as after a success. */
export function useBuy() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { invalidates: [] },
    mutationFn: ({ body, idempotencyKey }: Keyed<NewPurchase>) =>
      data(api.POST('/api/purchases', { body, headers: { 'Idempotency-Key': idempotencyKey } })),
    onSuccess: (_purchase, { body }) => refresh(queryClient, changedByBuying(body.studentId)),
    onError: (error, { body }) =>
      error instanceof ApiError ? refresh(queryClient, changedByBuying(body.studentId)) : undefined,
  });
}

const handedOut = [purchaseKeys.all];

/** Marks a purchase as handed out. */
export function useFulfil() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { invalidates: [] },
    onSuccess: () => refresh(queryClient, handedOut),
    // Somebody was quicker: the list shows it.
    onError: (error) => (error instanceof ApiError ? refresh(queryClient, handedOut) : undefined),
    mutationFn: (purchaseId: string) =>
      data(
        api.PATCH('/api/purchases/{purchase_id}/fulfill', {
          params: { path: { purchase_id: purchaseId } },
        }),
      ),
  });
}

export type Cancellation = {
  id: string;
  /** The student reads it. */
  reason?: string;
};

const cancelled = [purchaseKeys.all, storeKeys.all, studentKeys.all];

/** Cancels a pending purchase: goalbucks and stock come back, so balances and items are asked for again too. */
export function useCancelPurchase() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { invalidates: [] },
    onSuccess: () => refresh(queryClient, cancelled),
    onError: (error) => (error instanceof ApiError ? refresh(queryClient, cancelled) : undefined),
    mutationFn: ({ id, ...body }: Cancellation) =>
      data(api.POST('/api/purchases/{purchase_id}/cancel', { body, params: { path: { purchase_id: id } } })),
  });
}
