import { t } from '@lingui/core/macro';

import type { StoreItem } from '@/api/types';
import { Dialog } from '@/components/dialog/dialog';

import { ItemForm, type PriceHint } from './item-form';
import { useEditItem } from './mutations';

type EditItemFormProps = { item: StoreItem; priceHint: PriceHint; onSaved: () => void };

function EditItemForm({ item, priceHint, onSaved }: EditItemFormProps) {
  const edit = useEditItem();
  return (
    <ItemForm
      item={item}
      priceHint={priceHint}
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
  priceHint: PriceHint;
  onClose: () => void;
};

export function EditItemDialog({ item, priceHint, onClose }: EditItemDialogProps) {
  return (
    <Dialog
      open={item !== null}
      onOpenChange={onClose}
      title={t`Edit Item`}
      description={t`Purchases keep the name and price that they were made with.`}
    >
      {item && <EditItemForm item={item} priceHint={priceHint} onSaved={onClose} />}
    </Dialog>
  );
}
