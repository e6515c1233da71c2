import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import type { Classroom } from '@/api/types';
import { Dialog } from '@/components/dialog/dialog';

import { ItemForm, type PriceHint } from './item-form';
import { useAddItem } from './mutations';

type AddItemFormProps = { classroomId: string; priceHint: PriceHint; onAdded: () => void };

function AddItemForm({ classroomId, priceHint, onAdded }: AddItemFormProps) {
  const addition = useAddItem(classroomId);
  return (
    <ItemForm
      priceHint={priceHint}
      submitLabel={t`Add Item`}
      pendingLabel={t`Adding item`}
      mutation={addition}
      onSend={(item) => {
        addition.mutate(item, { onSuccess: onAdded });
      }}
    />
  );
}

type AddItemDialogProps = {
  /** Class of the store; null closes the dialog. */
  classroom: Pick<Classroom, 'id' | 'name'> | null;
  priceHint: PriceHint;
  onClose: () => void;
  onAdded: () => void;
};

export function AddItemDialog({ classroom, priceHint, onClose, onAdded }: AddItemDialogProps) {
  const className = classroom?.name;
  return (
    <Dialog
      open={classroom !== null}
      onOpenChange={onClose}
      title={t`Add Item`}
      description={
        classroom && (
          <span className="wrap-anywhere">
            <Trans>
              For the store of <bdi>{className}</bdi>.
            </Trans>
          </span>
        )
      }
    >
      {classroom && <AddItemForm classroomId={classroom.id} priceHint={priceHint} onAdded={onAdded} />}
    </Dialog>
  );
}
