import { failureToast } from '@/api/failure-toast';
import type { Classroom } from '@/api/types';
import { Dialog } from '@/components/dialog/dialog';
import { toast } from '@/components/toast/toast-store';

import { ClassForm } from './class-form';
import { type ClassroomRequest, useUpdateClassroom } from './queries';

const FAILED = 'Failed to update class. Please try again.';

function EditClassForm({ classroom, onSaved }: { classroom: Classroom; onSaved: () => void }) {
  const change = useUpdateClassroom(classroom.id);
  const save = (body: ClassroomRequest) => {
    change.mutate(body, {
      onSuccess: () => {
        toast({ title: 'Class updated' });
        onSaved();
      },
      onError: (error) => {
        failureToast(FAILED, error);
      },
    });
  };
  return (
    <ClassForm
      initial={{ name: classroom.name, gradeLevel: classroom.gradeLevel ?? '' }}
      submitLabel="Save Class"
      pendingLabel="Saving class"
      pending={change.isPending}
      failure={change.error}
      failureText={FAILED}
      onSend={save}
    />
  );
}

type EditClassDialogProps = { classroom: Classroom; open: boolean; onClose: () => void };

/** A class's name and grade level. */
export function EditClassDialog({ classroom, open, onClose }: EditClassDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onClose} title="Edit Class">
      <EditClassForm classroom={classroom} onSaved={onClose} />
    </Dialog>
  );
}
