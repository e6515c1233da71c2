import { t } from '@lingui/core/macro';

import type { Classroom } from '@/api/types';
import { Dialog } from '@/components/dialog/dialog';

import { ClassForm } from './class-form';
import { useCreateClassroom } from './mutations';

function CreateClassForm({ onCreated }: { onCreated: (classroom: Classroom) => void }) {
  const creation = useCreateClassroom();
  return (
    <ClassForm
      submitLabel={t`Create Class`}
      pendingLabel={t`Creating class`}
      mutation={creation}
      onSend={(body) => {
        creation.mutate(body, {
          onSuccess: (classroom) => {
            onCreated(classroom);
          },
        });
      }}
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
    <Dialog open={open} onOpenChange={onOpenChange} title={t`Create Class`}>
      <CreateClassForm onCreated={onCreated} />
    </Dialog>
  );
}
