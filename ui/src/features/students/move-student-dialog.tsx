import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import { ApiError } from '@/api/api-error';
import type { Classroom, Student } from '@/api/types';
import { Dialog } from '@/components/dialog/dialog';
import { toast } from '@/components/toast/toast-store';
import { ForStudent } from '@/shared/for-student';

import { fullName } from './full-name';
import { MoveForm } from './move-form';
import { useMoveStudent } from './mutations';

type MovingStudent = Pick<Student, 'id' | 'firstName' | 'lastName' | 'username'>;

type MoveStudentFormProps = {
  student: MovingStudent;
  /** Possible target classes. */
  classes: readonly Classroom[];
  onMoved: () => void;
};

/** Message if the target class can't take the student. */
function describeTakenUsername({ username }: MovingStudent, target: Classroom) {
  const className = target.name;
  return t`Somebody in ${className} has the username @${username} already. Change one of the two in Manage Students first.`;
}

function MoveStudentForm({ student, classes, onMoved }: MoveStudentFormProps) {
  const moving = useMoveStudent();
  const isUsernameTaken = moving.error instanceof ApiError && moving.error.code === 'username_taken';
  return (
    <MoveForm
      classes={classes}
      mutation={moving}
      refusal={isUsernameTaken ? (target) => describeTakenUsername(student, target) : undefined}
      pendingLabel={t`Moving student`}
      onMove={(target) => {
        moving.mutate(
          { id: student.id, classroomId: target.id },
          {
            onSuccess: () => {
              const name = fullName(student);
              const className = target.name;
              toast({ title: t`Student moved`, description: t`${name} is now in ${className}.` });
              onMoved();
            },
          },
        );
      }}
    >
      <Trans>Move Student</Trans>
    </MoveForm>
  );
}

type MoveStudentDialogProps = Omit<MoveStudentFormProps, 'student' | 'onMoved'> & {
  /** Student to move; null while closed. */
  student: MovingStudent | null;
  onClose: () => void;
};

/** Moves a student to another class of the same teacher. */
export function MoveStudentDialog({ student, classes, onClose }: MoveStudentDialogProps) {
  const name = student ? fullName(student) : '';
  return (
    <Dialog
      open={student !== null}
      onOpenChange={onClose}
      title={t`Move to Another Class`}
      description={<ForStudent name={name} />}
    >
      {student && <MoveStudentForm student={student} classes={classes} onMoved={onClose} />}
    </Dialog>
  );
}
