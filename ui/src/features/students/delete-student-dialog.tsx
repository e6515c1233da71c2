import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import type { Student } from '@/api/types';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';
import { DeletionIsUndoneBy } from '@/shared/deletion-is-undone-by';
import { HelpButton } from '@/shared/help-button';

import { fullName } from './full-name';
import { useDeleteStudent } from './mutations';

type DeleteStudentDialogProps = {
  /** Student to confirm; null while closed. */
  student: Pick<Student, 'id' | 'firstName' | 'lastName'> | null;
  onClose: () => void;
  onDeleted?: (studentId: string) => void;
};

export function DeleteStudentDialog({ student, onClose, onDeleted }: DeleteStudentDialogProps) {
  const deletion = useDeleteStudent(student?.id);
  const name = student ? fullName(student) : '';
  const remove = () => {
    if (!student) return;
    deletion.mutate(undefined, {
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
      title={t`Delete Student`}
      description={
        <>
          <p>
            <Trans>
              This deletes{' '}
              <strong className="text-ink wrap-anywhere">
                <bdi>{name}</bdi>
              </strong>{' '}
              and removes all their goals and progress.
            </Trans>
          </p>
          <p className="mt-2">
            <DeletionIsUndoneBy />
          </p>
        </>
      }
      confirmLabel={t`Delete Student`}
      pendingLabel={t`Deleting student`}
      pending={deletion.isPending}
      onConfirm={remove}
    >
      <HelpButton answer="a-child-leaves" className="mt-3" />
    </ConfirmDialog>
  );
}
