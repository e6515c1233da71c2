import { useQueryClient } from '@tanstack/react-query';

import { isStatus } from '@/api/api-error';
import { failureToast } from '@/api/failure-toast';
import { storeKeys } from '@/api/keys';
import type { StoreItem } from '@/api/types';
import { Dialog } from '@/components/dialog/dialog';
import { toast } from '@/components/toast/toast-store';

import { ItemForm } from './item-form';
import { type ItemRequest, useEditItem } from './queries';

const FAILED = 'Failed to update store item. Please try again.';

const GONE = 'It is no longer there: it was deleted meanwhile.';

function EditItemForm({ item, onSaved }: { item: StoreItem; onSaved: () => void }) {
  const queryClient = useQueryClient();
  const edit = useEditItem();
  const sayWhatFailed = (error: unknown) => {
    if (isStatus(error, 404)) {
      // What was typed stays, to be copied; the list behind shows that the item has gone.
      toast({ tone: 'error', title: 'Error', description: FAILED, detail: GONE });
      void queryClient.invalidateQueries({ queryKey: storeKeys.all });
    } else failureToast(FAILED, error);
  };
  const save = (body: ItemRequest) => {
    edit.mutate(
      { ...body, id: item.id },
      {
        onSuccess: () => {
          toast({ title: 'Item updated' });
          onSaved();
        },
        onError: sayWhatFailed,
      },
    );
  };
  return (
    <ItemForm
      item={item}
      submitLabel="Save Item"
      pendingLabel="Saving item"
      pending={edit.isPending}
      failure={edit.error}
      failureText={isStatus(edit.error, 404) ? GONE : FAILED}
      onSend={save}
    />
  );
}

type EditItemDialogProps = {
  /** The item to edit, as it stands now; null closes the dialog. */
  item: StoreItem | null;
  onClose: () => void;
};

export function EditItemDialog({ item, onClose }: EditItemDialogProps) {
  return (
    <Dialog
      open={item !== null}
      onOpenChange={onClose}
      title="Edit Item"
      description="Purchases keep the name and price that they were made with."
    >
      {item && <EditItemForm item={item} onSaved={onClose} />}
    </Dialog>
  );
}
