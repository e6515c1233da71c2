import { failureToast } from '@/api/failure-toast';
import { useIdempotencyKey } from '@/api/use-idempotency-key';
import { Dialog } from '@/components/dialog';
import { toast } from '@/components/toast-store';

import { ItemForm } from './item-form';
import { type ItemBody, useAddItem } from './queries';

function AddItemForm({ classroomId, onAdded }: { classroomId: string; onAdded: () => void }) {
  const addition = useAddItem();
  const idempotencyKey = useIdempotencyKey();
  const add = (item: ItemBody) => {
    const body = { ...item, classroomId };
    addition.mutate(
      { body, idempotencyKey: idempotencyKey(body) },
      {
        onSuccess: () => {
          toast({ title: 'Item added' });
          onAdded();
        },
        onError: (error) => {
          failureToast('Failed to add store item. Please try again.', error);
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
      onSend={add}
    />
  );
}

type AddItemDialogProps = {
  classroomId: string;
  /** Whose store it is for. */
  className: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onAdded: () => void;
};

/** A new item for a class's store. */
export function AddItemDialog({ classroomId, className, open, onOpenChange, onAdded }: AddItemDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add Item"
      description={
        <span className="wrap-anywhere">
          For the store of <bdi>{className}</bdi>.
        </span>
      }
    >
      <AddItemForm classroomId={classroomId} onAdded={onAdded} />
    </Dialog>
  );
}
