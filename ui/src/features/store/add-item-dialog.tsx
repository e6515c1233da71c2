import { failureToast } from '@/api/failure-toast';
import type { Classroom } from '@/api/types';
import { useIdempotencyKey } from '@/api/use-idempotency-key';
import { Dialog } from '@/components/dialog/dialog';
import { toast } from '@/components/toast/toast-store';

import { ItemForm } from './item-form';
import { type ItemRequest, useAddItem } from './queries';

const FAILED = 'Failed to add store item. Please try again.';

function AddItemForm({ classroomId, onAdded }: { classroomId: string; onAdded: () => void }) {
  const addition = useAddItem();
  const idempotencyKey = useIdempotencyKey();
  const add = (item: ItemRequest) => {
    const body = { ...item, classroomId };
    addition.mutate(
      { body, idempotencyKey: idempotencyKey(body) },
      {
        onSuccess: () => {
          toast({ title: 'Item added' });
          onAdded();
        },
        onError: (error) => {
          failureToast(FAILED, error);
        },
      },
    );
  };
  return (
    <ItemForm
      submitLabel="Add Item"
      pendingLabel="Adding item"
      pending={addition.isPending}
      failure={addition.error}
      failureText={FAILED}
      onSend={add}
    />
  );
}

type AddItemDialogProps = {
  /** Whose store it is for; null closes the dialog. */
  classroom: Pick<Classroom, 'id' | 'name'> | null;
  onClose: () => void;
  onAdded: () => void;
};

/** A new item for a class's store. */
export function AddItemDialog({ classroom, onClose, onAdded }: AddItemDialogProps) {
  return (
    <Dialog
      open={classroom !== null}
      onOpenChange={onClose}
      title="Add Item"
      description={
        classroom && (
          <span className="wrap-anywhere">
            For the store of <bdi>{classroom.name}</bdi>.
          </span>
        )
      }
    >
      {classroom && <AddItemForm classroomId={classroom.id} onAdded={onAdded} />}
    </Dialog>
  );
}
