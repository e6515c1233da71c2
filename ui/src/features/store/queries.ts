import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { isStatus } from '@/api/api-error';
import { api, data } from '@/api/client';
import { storeKeys } from '@/api/keys';
import type { StoreItem } from '@/api/types';

export type ItemBody = {
  name: string;
  description: string | null;
  goalbucksCost: number;
  /** Null is unlimited. */
  stock: number | null;
};

type NewItem = {
  body: ItemBody & { classroomId: string };
  /** One key for one intention: a repeat after a broken connection adds nothing twice. */
  idempotencyKey: string;
};

const meta = { invalidates: [storeKeys.all] };
const ofItem = (itemId: string) => ({ path: { item_id: itemId } });

/** What a class's store offers, by name. */
export const storeItemsQuery = (classroomId: string) =>
  queryOptions({
    queryKey: storeKeys.items(classroomId),
    queryFn: ({ signal }) =>
      data(
        api.GET('/api/store/classroom/{classroom_id}', {
          signal,
          params: { path: { classroom_id: classroomId } },
        }),
      ),
  });

export function useAddItem() {
  return useMutation({
    meta,
    mutationFn: ({ body, idempotencyKey }: NewItem) =>
      data(api.POST('/api/store', { body, headers: { 'Idempotency-Key': idempotencyKey } })),
  });
}

export function useEditItem() {
  return useMutation({
    meta,
    mutationFn: ({ id, ...body }: ItemBody & { id: string }) =>
      data(api.PUT('/api/store/{item_id}', { body, params: ofItem(id) })),
  });
}

/**
 * Deletes an item. Its card goes at once, also when somebody else had deleted it: the focus has to go on to the next
 * one.
 */
export function useDeleteItem() {
  const queryClient = useQueryClient();
  const drop = (itemId: string) => {
    queryClient.setQueriesData<StoreItem[]>({ queryKey: storeKeys.all }, (items) =>
      items?.filter((item) => item.id !== itemId),
    );
  };
  return useMutation({
    meta,
    mutationFn: (itemId: string) => api.DELETE('/api/store/{item_id}', { params: ofItem(itemId) }),
    onSuccess: (_answer, itemId) => {
      drop(itemId);
    },
    onError: (error, itemId) => {
      if (isStatus(error, 404)) drop(itemId);
    },
  });
}
