import { useRef, useState } from 'react';

import type { Erasure, Student } from '@/api/types';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';
import { TextField } from '@/components/input';
import { toast } from '@/components/toast/toast-store';
import { isSchoolServer } from '@/lib/host';

import { useEraseStudent } from './erase-queries';
import { GOES_ON, hopeless, whatWasRewritten } from './erase-texts';
import { fullName } from './full-name';
import { LeftBackupsDialog } from './left-backups-dialog';

type ErasedStudent = Pick<Student, 'id' | 'firstName' | 'lastName'>;

/** Which backups know the student for how long. */
function AboutBackups() {
  if (isSchoolServer()) {
    return (
      <p>
        For when a family asks for it. Everything of the student goes, photos too, and nothing brings the
        student back. Your school&apos;s own backups hold the student until they are replaced: tell whoever
        runs GoalBucks at your school.
      </p>
    );
  }
  return (
    <>
      <p>
        <strong className="text-ink">Delete Student</strong> takes the student out of the class; the backups
        of the last weeks keep everything, so that a slip can be mended.
      </p>
      <p className="mt-2">
        <strong className="text-ink">Erase Student</strong> also rewrites every backup on this computer
        without the student, for when a family asks for it. Nothing brings the student back.
      </p>
      <p className="mt-2">Copies of backups that you saved elsewhere still hold the student.</p>
    </>
  );
}

function Warning({ erasing }: { erasing: boolean }) {
  return (
    <>
      <AboutBackups />
      <p role="status" className="mt-3 font-mid text-ink empty:hidden">
        {erasing && 'Erasing. This can take some minutes, and the class goes on meanwhile.'}
      </p>
    </>
  );
}

/** Says what was done, where nothing is left to be decided. */
function sayErased(erasure: Erasure | null) {
  toast({
    title: 'Student erased',
    description: erasure && !isSchoolServer() ? whatWasRewritten(erasure.backupsRewritten) : undefined,
    detail: erasure?.finishesLater ? GOES_ON : undefined,
  });
}

type QuestionProps = {
  student: ErasedStudent;
  onClose: () => void;
  onErased: () => void;
  /** The rest is to be decided. */
  onLeft: (erasure: Erasure) => void;
};

function useErasing({ student, onErased, onLeft }: QuestionProps) {
  const { mutate, isPending } = useEraseStudent();
  const erase = () => {
    mutate(student.id, {
      onSuccess: (erasure) => {
        if (erasure && hopeless(erasure.backupsLeft).length > 0) {
          onLeft(erasure);
          return;
        }
        sayErased(erasure);
        onErased();
      },
    });
  };
  return { erase, erasing: isPending };
}

function EraseQuestion(props: QuestionProps) {
  const { student, onClose } = props;
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { erase, erasing } = useErasing(props);
  const name = fullName(student);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Erase Student"
      description={<Warning erasing={erasing} />}
      confirmLabel="Erase Forever"
      pendingLabel="Erasing student"
      pending={erasing}
      disabled={typed !== name}
      onConfirm={erase}
      initialFocus={field}
    >
      <TextField
        ref={field}
        className="mt-4"
        label={
          <>
            Type <strong className="font-bold wrap-anywhere whitespace-pre-wrap">{name}</strong> to confirm
          </>
        }
        hint={typed !== '' && typed !== name && 'Not the same yet. Capital letters and spaces count.'}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={erasing}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
        }}
      />
    </ConfirmDialog>
  );
}

type EraseStudentDialogProps = {
  /** The student in question; null while there is no question. */
  student: ErasedStudent | null;
  onClose: () => void;
  /** Once everything about it is decided, after `onClose`. */
  onErased?: () => void;
};

/** Erasing a student needs the name typed: no backup mends a slip. */
export function EraseStudentDialog({ student, onClose, onErased }: EraseStudentDialogProps) {
  const [left, setLeft] = useState<Erasure | null>(null);
  const finish = () => {
    onClose();
    onErased?.();
  };
  if (left) {
    return (
      <LeftBackupsDialog
        erasure={left}
        onClose={() => {
          setLeft(null);
          finish();
        }}
      />
    );
  }
  return (
    student && (
      <EraseQuestion
        key={student.id}
        student={student}
        onClose={onClose}
        onErased={finish}
        onLeft={setLeft}
      />
    )
  );
}
