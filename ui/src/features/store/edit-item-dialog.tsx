import { t } from '@lingui/core/macro';

import type { StoreItem } from '@/api/types';
import { Dialog } from '@/components/dialog/dialog';

import { ItemForm } from './item-form';
import { useEditItem } from './mutations';

function EditItemForm({ item, onSaved }: { item: StoreItem; onSaved: () => void }) {
  const edit = useEditItem();
  return (
    <ItemForm
      item={item}
      submitLabel={t`Save Item`}
      pendingLabel={t`Saving item`}
      mutation={edit}
      onSend={(body) => {
        edit.mutate({ ...body, id: item.id }, { onSuccess: onSaved });
      }}
    />
  );
}

type EditItemDialogProps = {
  /** Current version of the item to edit; null closes the dialog. */
  item: StoreItem | null;
  onClose: () => void;
};

export function EditItemDialog({ item, onClose }: EditItemDialogProps) {
  return (
    <Dialog
      open={item !== null}
      onOpenChange={onClose}
      title={t`Edit Item`}
      description={t`Purchases keep the name and price that they were made with.`}
    >
      {item && <EditItemForm item={item} onSaved={onClose} />}
    </Dialog>
  );
}
