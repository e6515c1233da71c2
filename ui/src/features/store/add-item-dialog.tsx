import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import type { Classroom } from '@/api/types';
import { Dialog } from '@/components/dialog/dialog';

import { ItemForm } from './item-form';
import { useAddItem } from './mutations';

function AddItemForm({ classroomId, onAdded }: { classroomId: string; onAdded: () => void }) {
  const addition = useAddItem(classroomId);
  return (
    <ItemForm
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
  onClose: () => void;
  onAdded: () => void;
};

export function AddItemDialog({ classroom, onClose, onAdded }: AddItemDialogProps) {
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
      {classroom && <AddItemForm classroomId={classroom.id} onAdded={onAdded} />}
    </Dialog>
  );
}
