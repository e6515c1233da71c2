import { failureToast } from '@/api/failure-toast';
import type { StoreItem } from '@/api/types';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';
import { toast } from '@/components/toast/toast-store';

import { useDeleteItem } from './queries';

type DeleteItemDialogProps = {
  /** The item in question; null while there is no question. */
  item: Pick<StoreItem, 'id' | 'name'> | null;
  onClose: () => void;
};

function useDelete({ item, onClose }: DeleteItemDialogProps) {
  const deletion = useDeleteItem();
  const remove = () => {
    if (!item) return;
    deletion.mutate(item.id, {
      onSuccess: () => {
        toast({ title: 'Item deleted' });
        onClose();
      },
      onError: (error) => {
        failureToast('Failed to delete store item. Please try again.', error);
      },
    });
  };
  return { remove, deleting: deletion.isPending };
}

export function DeleteItemDialog({ item, onClose }: DeleteItemDialogProps) {
  const { remove, deleting } = useDelete({ item, onClose });
  return (
    <ConfirmDialog
      open={item !== null}
      onOpenChange={onClose}
      title="Delete Item"
      description={
        <>
          <p>
            This takes{' '}
            <strong className="text-ink wrap-anywhere">
              <bdi>{item?.name}</bdi>
            </strong>{' '}
            out of the store. It can&apos;t be undone.
          </p>
          <p className="mt-2">
            Purchases keep its name and price, and pending ones still wait for you under Fulfillment.
          </p>
        </>
      }
      confirmLabel="Delete Item"
      pendingLabel="Deleting item"
      pending={deleting}
      onConfirm={remove}
    />
  );
}
