import { plural, t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';

import type { Classroom } from '@/api/types';
import { Dialog } from '@/components/dialog/dialog';
import { toast } from '@/components/toast/toast-store';
import { type Recipient, RecipientSummary } from '@/shared/recipient-summary';

import { MoveForm } from './move-form';
import { useMoveStudents } from './mutations';

/** The ticked students, and the number of students in their class. */
export type MovingStudents = { recipients: Recipient[]; classSize: number };

type MoveStudentsProps = {
  /** Possible target classes. */
  classes: readonly Classroom[];
  onMoved: () => void;
};

function MoveStudentsForm({ recipients, classes, onMoved }: MoveStudentsProps & MovingStudents) {
  const moving = useMoveStudents();
  const count = recipients.length;
  return (
    <MoveForm
      classes={classes}
      mutation={moving}
      pendingLabel={plural(count, { one: 'Moving # student', other: 'Moving # students' })}
      onMove={(target) => {
        moving.mutate(
          { studentIds: recipients.map(({ id }) => id), classroomId: target.id },
          {
            onSuccess: () => {
              const className = target.name;
              toast({
                title: plural(count, { one: '# student moved', other: '# students moved' }),
                description: t({ message: `Now in ${className}.`, comment: 'Students who were moved' }),
              });
              onMoved();
            },
          },
        );
      }}
    >
      <Plural value={count} one="Move # Student" other="Move # Students" />
    </MoveForm>
  );
}

type MoveStudentsDialogProps = MoveStudentsProps & {
  /** Students to move; null while closed. */
  students: MovingStudents | null;
  onClose: () => void;
};

/** Moves the ticked students to another class of the same teacher: all or none. */
export function MoveStudentsDialog({ students, onClose, ...form }: MoveStudentsDialogProps) {
  return (
    <Dialog
      open={students !== null}
      onOpenChange={onClose}
      title={t`Move to Another Class`}
      description={students && <RecipientSummary {...students} />}
    >
      {students && <MoveStudentsForm {...students} {...form} />}
    </Dialog>
  );
}
