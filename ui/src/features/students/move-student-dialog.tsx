import { type SubmitEvent, useState } from 'react';

import { ApiError } from '@/api/api-error';
import type { Classroom, Student } from '@/api/types';
import { Button } from '@/components/button';
import { Dialog, DialogActions, useDialogGuard } from '@/components/dialog/dialog';
import { Field } from '@/components/field';
import { controlClass } from '@/components/input';
import { toast } from '@/components/toast/toast-store';
import { ClassOptions } from '@/shared/class-options';
import { FormFailure } from '@/shared/form-failure';

import { fullName } from './full-name';
import { MOVE_FAILED, useMoveStudent } from './mutations';

type MovingStudent = Pick<Student, 'id' | 'firstName' | 'lastName' | 'username'>;

type MoveStudentFormProps = {
  student: MovingStudent;
  /** Where it can go. */
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
          toast({ title: 'Student moved', description: `${fullName(student)} is now in ${target.name}.` });
          onMoved();
        },
      },
    );
  };
  return { move, moving: moving.isPending, failure: moving.error, forget: moving.reset };
}

/** Why this class doesn't take the student, as far as it is about the class. */
function refusal(failure: Error | null, student: MovingStudent, target: Classroom | undefined) {
  if (!target || !(failure instanceof ApiError) || failure.code !== 'username_taken') return undefined;
  return `Somebody in ${target.name} has the username @${student.username} already. Change one of the two in Manage Students first.`;
}

function WhatHappens({ target }: { target: Classroom | undefined }) {
  return (
    <ul className="list-disc ps-5 text-ink-2">
      <li>All goals, the history and the GoalBucks go along.</li>
      <li>
        {target ? (
          <>
            From then on the class code is <b className="text-ink">{target.classCode}</b>. Username and
            password stay the same.
          </>
        ) : (
          "The student then signs in with the new class's code. Username and password stay the same."
        )}
      </li>
    </ul>
  );
}

type ClassChoiceProps = {
  classes: readonly Classroom[];
  chosen: string;
  error: string | undefined;
  disabled: boolean;
  onChoose: (classroomId: string) => void;
};

function ClassChoice({ classes, chosen, error, disabled, onChoose }: ClassChoiceProps) {
  return (
    <Field label="New class" error={error}>
      {(ties) => (
        <select
          {...ties}
          value={chosen}
          disabled={disabled}
          onChange={(event) => {
            onChoose(event.target.value);
          }}
          className={controlClass}
        >
          <option value="" disabled>
            Choose a class
          </option>
          <ClassOptions classes={classes} />
        </select>
      )}
    </Field>
  );
}

function MoveStudentForm({ student, classes, onMoved }: MoveStudentFormProps) {
  const [chosen, setChosen] = useState(classes.length === 1 ? (classes[0]?.id ?? '') : '');
  const { move, moving, failure, forget } = useMove(student, onMoved);
  useDialogGuard({ dirty: false, busy: moving });
  const target = classes.find(({ id }) => id === chosen);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (target) move(target);
  };
  return (
    <form noValidate onSubmit={submit} className="mt-5 flex flex-col gap-4">
      <ClassChoice
        {...{ classes, chosen }}
        error={refusal(failure, student, target)}
        disabled={moving}
        onChoose={(classroomId) => {
          forget();
          setChosen(classroomId);
        }}
      />
      <WhatHappens target={target} />
      <FormFailure
        error={refusal(failure, student, target) === undefined ? failure : null}
        text={MOVE_FAILED}
      />
      <DialogActions>
        <Button
          variant="primary"
          type="submit"
          pending={moving}
          pendingLabel="Moving student"
          disabled={!target}
        >
          Move Student
        </Button>
      </DialogActions>
    </form>
  );
}

type MoveStudentDialogProps = Omit<MoveStudentFormProps, 'student' | 'onMoved'> & {
  /** Who is to be moved; null while nobody is. */
  student: MovingStudent | null;
  onClose: () => void;
};

/** To another class of the same teacher. */
export function MoveStudentDialog({ student, classes, onClose }: MoveStudentDialogProps) {
  return (
    <Dialog
      open={student !== null}
      onOpenChange={onClose}
      title="Move to Another Class"
      description={
        <span className="wrap-anywhere">
          For <bdi>{student ? fullName(student) : ''}</bdi>.
        </span>
      }
    >
      {student && <MoveStudentForm student={student} classes={classes} onMoved={onClose} />}
    </Dialog>
  );
}
