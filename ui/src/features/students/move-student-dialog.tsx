import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';

import { ApiError } from '@/api/api-error';
import type { Classroom, Student } from '@/api/types';
import { Dialog } from '@/components/dialog/dialog';
import { toast } from '@/components/toast/toast-store';
import { ClassOptions } from '@/shared/class-options';
import { ForStudent } from '@/shared/for-student';
import { Form } from '@/shared/form/form';
import { FormActions } from '@/shared/form/form-actions';
import { useSubmission } from '@/shared/form/form-context';
import { FormSelectField } from '@/shared/form/select-field';
import { HelpButton } from '@/shared/help-button';

import { fullName } from './full-name';
import { useMoveStudent } from './mutations';

type MovingStudent = Pick<Student, 'id' | 'firstName' | 'lastName' | 'username'>;

type MoveStudentFormProps = {
  student: MovingStudent;
  /** Possible target classes. */
  classes: readonly Classroom[];
  onMoved: () => void;
};

function useMove(student: MovingStudent, onMoved: () => void) {
  const moving = useMoveStudent();
  const move = (target: Classroom) => {
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
  };
  return { move, moving: moving.isPending, failure: moving.error, reset: moving.reset };
}

/** Message if the target class can't take the student. */
function serverError(failure: Error | null, student: MovingStudent, target: Classroom | undefined) {
  if (!target || !(failure instanceof ApiError) || failure.code !== 'username_taken') return undefined;
  const className = target.name;
  const { username } = student;
  return t`Somebody in ${className} has the username @${username} already. Change one of the two in Manage Students first.`;
}

/** The chosen class. */
function useTarget(classes: readonly Classroom[]): Classroom | undefined {
  const classroomId = useWatch<Values>({ name: 'classroomId' });
  return classes.find(({ id }) => id === classroomId);
}

function MoveConsequences({ classes }: { classes: readonly Classroom[] }) {
  const classCode = useTarget(classes)?.classCode;
  return (
    <ul className="list-disc ps-5 text-ink-2">
      <li>
        <Trans>All goals, the history and the GoalBucks go along.</Trans>
      </li>
      <li>
        {classCode === undefined ? (
          <Trans>
            The student then signs in with the new class&apos;s code. Username and password stay the same.
          </Trans>
        ) : (
          <Trans>
            From then on the class code is <b className="text-ink">{classCode}</b>. Username and password stay
            the same.
          </Trans>
        )}
      </li>
    </ul>
  );
}

type ClassChoiceProps = { student: MovingStudent; classes: readonly Classroom[]; failure: Error | null };

function ClassChoice({ student, classes, failure }: ClassChoiceProps) {
  const { isPending } = useSubmission();
  return (
    <FormSelectField
      name="classroomId"
      label={t`New class`}
      error={serverError(failure, student, useTarget(classes))}
      disabled={isPending}
    >
      <option value="" disabled>
        <Trans>Choose a class</Trans>
      </option>
      <ClassOptions classes={classes} />
    </FormSelectField>
  );
}

const schema = z.object({
  classroomId: z.string().check(z.minLength(1, { error: () => t`Choose a class.` })),
});

type Values = z.infer<typeof schema>;

function MoveStudentForm({ student, classes, onMoved }: MoveStudentFormProps) {
  const { move, moving, failure, reset } = useMove(student, onMoved);
  const isOfClass = failure instanceof ApiError && failure.code === 'username_taken';
  return (
    <Form
      schema={schema}
      initialValues={{ classroomId: classes.length === 1 ? (classes[0]?.id ?? '') : '' }}
      mutation={{ error: isOfClass ? null : failure, isPending: moving }}
      asksBeforeClose={false}
      onValuesChange={reset}
      onSubmit={({ classroomId }) => {
        const target = classes.find(({ id }) => id === classroomId);
        if (target) move(target);
      }}
    >
      <ClassChoice student={student} classes={classes} failure={failure} />
      <MoveConsequences classes={classes} />
      <HelpButton answer="a-child-changes-class" className="self-start" />
      <FormActions pendingLabel={t`Moving student`}>
        <Trans>Move Student</Trans>
      </FormActions>
    </Form>
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
