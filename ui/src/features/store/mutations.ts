import { i18n } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';

import { api, unwrap, ignoreNotFound } from '@/api/client';
import { storeKeys } from '@/api/keys';
import type { StoreItem } from '@/api/types';
import { useMutation } from '@/api/use-mutation';
import { useSendOnce } from '@/api/use-send-once';
import { toast } from '@/components/toast/toast-store';

import type { ItemRequest } from './queries';

const ITEM_GONE = msg({
  message: 'It is no longer there: it was deleted meanwhile.',
  comment: 'An item of the store',
});

const CLASS_GONE = msg({
  message: 'It is no longer there: it was deleted meanwhile.',
  comment: 'A class whose items are copied',
});

const itemParams = (itemId: string) => ({ path: { item_id: itemId } });

export function useAddItem(classroomId: string) {
  const sendOnce = useSendOnce(storeKeys.items(classroomId));
  return useMutation({
    meta: { changes: ['store'], failed: msg`Failed to add store item. Please try again.` },
    mutationFn: (item: ItemRequest) => {
      const body = { ...item, classroomId };
      return sendOnce(body, (headers) => unwrap(api.POST('/api/store', { body, headers })));
    },
    onSuccess: () => {
      toast({ title: t`Item added` });
    },
  });
}

/** Copies the items of another class, but those whose names the class has. */
export function useCopyItems(classroomId: string) {
  const sendOnce = useSendOnce(storeKeys.all);
  return useMutation({
    meta: {
      changes: ['store'],
      of: { classroomId },
      failed: msg`Failed to copy items. Please try again.`,
      whenGone: i18n._(CLASS_GONE),
    },
    mutationFn: (fromClassroomId: string) =>
      sendOnce({ classroomId, fromClassroomId }, (headers) =>
        unwrap(
          api.POST('/api/store/classroom/{classroom_id}/copy', {
            body: { fromClassroomId },
            headers,
            params: { path: { classroom_id: classroomId } },
          }),
        ),
      ),
  });
}

/** Opens or closes the store of a class. */
export function useSetStoreOpen(classroomId: string) {
  return useMutation({
    meta: {
      changes: ['classrooms'],
      changesIfFailed: ['classrooms'],
      awaits: ['classrooms'],
      failed: msg`The store wasn't opened or closed. Please try again.`,
    },
    mutationFn: (open: boolean) =>
      unwrap(
        api.PUT('/api/classrooms/{classroom_id}/store', {
          body: { open },
          params: { path: { classroom_id: classroomId } },
        }),
      ),
    onSuccess: ({ storeOpen }) => {
      toast({ title: storeOpen ? t`Store opened` : t`Store closed` });
    },
  });
}

export function useEditItem() {
  return useMutation({
    meta: {
      changes: ['store'],
      failed: msg`Failed to update store item. Please try again.`,
      whenGone: i18n._(ITEM_GONE),
    },
    mutationFn: ({ id, ...body }: ItemRequest & { id: string }) =>
      unwrap(api.PUT('/api/store/{item_id}', { body, params: itemParams(id) })),
    onSuccess: () => {
      toast({ title: t`Item updated` });
    },
  });
}

/** Deletes an item and removes its card immediately, so that the focus can move on. */
export function useDeleteItem() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { changes: ['store'], failed: t`Failed to delete store item. Please try again.` },
    mutationFn: (itemId: string) =>
      ignoreNotFound(api.DELETE('/api/store/{item_id}', { params: itemParams(itemId) })),
    onSuccess: (_answer, itemId) => {
      queryClient.setQueriesData<StoreItem[]>({ queryKey: storeKeys.all }, (items) =>
        items?.filter((item) => item.id !== itemId),
      );
      toast({ title: t`Item deleted` });
    },
  });
}
