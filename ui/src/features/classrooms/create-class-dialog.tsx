import { failureToast } from '@/api/failure-toast';
import type { Classroom } from '@/api/types';
import { useIdempotencyKey } from '@/api/use-idempotency-key';
import { Dialog } from '@/components/dialog/dialog';
import { toast } from '@/components/toast/toast-store';

import { ClassForm } from './class-form';
import { type ClassroomRequest, useCreateClassroom } from './queries';

const FAILED = 'Failed to create class. Please try again.';

function CreateClassForm({ onCreated }: { onCreated: (classroom: Classroom) => void }) {
  const creation = useCreateClassroom();
  const idempotencyKey = useIdempotencyKey();
  const create = (body: ClassroomRequest) => {
    creation.mutate(
      { body, idempotencyKey: idempotencyKey(body) },
      {
        onSuccess: (classroom) => {
          toast({ title: 'Class created' });
          onCreated(classroom);
        },
        onError: (error) => {
          failureToast(FAILED, error);
        },
      },
    );
  };
  return (
    <ClassForm
      submitLabel="Create Class"
      pendingLabel="Creating class"
      pending={creation.isPending}
      failure={creation.error}
      failureText={FAILED}
      onSend={create}
    />
  );
}

type CreateClassDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onCreated: (classroom: Classroom) => void;
};

export function CreateClassDialog({ open, onOpenChange, onCreated }: CreateClassDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Create Class">
      <CreateClassForm onCreated={onCreated} />
    </Dialog>
  );
}
