import { t } from '@lingui/core/macro';

import type { Classroom } from '@/api/types';
import { Dialog } from '@/components/dialog/dialog';

import { ClassForm } from './class-form';
import { useUpdateClassroom } from './mutations';

function EditClassForm({ classroom, onSaved }: { classroom: Classroom; onSaved: () => void }) {
  const change = useUpdateClassroom(classroom.id);
  return (
    <ClassForm
      initial={{ name: classroom.name, gradeLevel: classroom.gradeLevel ?? '' }}
      submitLabel={t`Save Class`}
      pendingLabel={t`Saving class`}
      mutation={change}
      onSend={(body) => {
        change.mutate(body, { onSuccess: onSaved });
      }}
    />
  );
}

type EditClassDialogProps = { classroom: Classroom; open: boolean; onClose: () => void };

/** Edits name and grade level of a class. */
export function EditClassDialog({ classroom, open, onClose }: EditClassDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onClose} title={t`Edit Class`}>
      <EditClassForm classroom={classroom} onSaved={onClose} />
    </Dialog>
  );
}
