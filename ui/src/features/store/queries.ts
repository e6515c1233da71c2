import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, data, deleted } from '@/api/client';
import { storeKeys } from '@/api/keys';
import type { StoreItem } from '@/api/types';

export type ItemRequest = {
  name: string;
  description: string | null;
  goalbucksCost: number;
  /** Null is unlimited. */
  stock: number | null;
  /** The counted stock that an editing teacher was shown; what was sold since stays sold. */
  stockShown?: number;
};

type NewItem = {
  body: ItemRequest & { classroomId: string };
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
    mutationFn: ({ id, ...body }: ItemRequest & { id: string }) =>
      data(api.PUT('/api/store/{item_id}', { body, params: ofItem(id) })),
  });
}

/** Deletes an item. Its card goes at once: the focus has to go on to the next one. */
export function useDeleteItem() {
  const queryClient = useQueryClient();
  return useMutation({
    meta,
    mutationFn: (itemId: string) => deleted(api.DELETE('/api/store/{item_id}', { params: ofItem(itemId) })),
    onSuccess: (_answer, itemId) => {
      queryClient.setQueriesData<StoreItem[]>({ queryKey: storeKeys.all }, (items) =>
        items?.filter((item) => item.id !== itemId),
      );
    },
  });
}
