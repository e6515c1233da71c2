import type { Student } from '@/api/types';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';

import { fullName } from './full-name';
import { useDeleteStudent } from './mutations';

type DeleteStudentDialogProps = {
  /** Student to confirm; null while closed. */
  student: Pick<Student, 'id' | 'firstName' | 'lastName'> | null;
  onClose: () => void;
  onDeleted?: (studentId: string) => void;
};

export function DeleteStudentDialog({ student, onClose, onDeleted }: DeleteStudentDialogProps) {
  const deletion = useDeleteStudent();
  const name = student ? fullName(student) : '';
  const remove = () => {
    if (!student) return;
    deletion.mutate(student.id, {
      onSuccess: () => {
        onClose();
        onDeleted?.(student.id);
      },
    });
  };
  return (
    <ConfirmDialog
      open={student !== null}
      onOpenChange={onClose}
      title="Delete Student"
      description={
        <p>
          This deletes{' '}
          <strong className="text-ink wrap-anywhere">
            <bdi>{name}</bdi>
          </strong>{' '}
          and removes all their goals and progress. It can&apos;t be undone.
        </p>
      }
      confirmLabel="Delete Student"
      pendingLabel="Deleting student"
      pending={deletion.isPending}
      onConfirm={remove}
    />
  );
}
