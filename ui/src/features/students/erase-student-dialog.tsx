import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRef, useState } from 'react';

import { isSchoolServer } from '@/api/server-kind';
import type { Erasure, Student } from '@/api/types';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';
import { toast } from '@/components/toast/toast-store';
import { DeletionIsUndoneBy } from '@/shared/deletion-is-undone-by';
import { HelpButton } from '@/shared/help-button';
import { TypedConfirmation } from '@/shared/typed-confirmation';

import { RETRY_LATER, unrecoverable, describeRewritten } from './erase-texts';
import { fullName } from './full-name';
import { useEraseStudent } from './mutations';
import { RemainingBackupsDialog } from './remaining-backups-dialog';

type ErasedStudent = Pick<Student, 'id' | 'firstName' | 'lastName'>;

/** Describes what happens to the backups. */
function AboutBackups() {
  if (isSchoolServer()) {
    return (
      <p>
        <Trans>
          For when a family asks for it. Everything of the student goes, photos too, and nothing brings the
          student back. Your school&apos;s own backups hold the student until they are replaced: tell whoever
          runs GoalBucks at your school.
        </Trans>
      </p>
    );
  }
  return (
    <>
      <p>
        <Trans>
          <strong className="text-ink">Delete Student</strong> takes the student out of the class, and the
          backups keep everything.
        </Trans>{' '}
        <DeletionIsUndoneBy />
      </p>
      <p className="mt-2">
        <Trans>
          <strong className="text-ink">Erase Student</strong> makes that backup too, then rewrites every
          backup on this computer without the student, for when a family asks for it. Nothing brings the
          student back.
        </Trans>
      </p>
      <p className="mt-2">
        <Trans>Copies of backups that you saved elsewhere still hold the student.</Trans>
      </p>
    </>
  );
}

function Warning({ erasing }: { erasing: boolean }) {
  return (
    <>
      <AboutBackups />
      <p role="status" className="mt-3 font-mid text-ink empty:hidden">
        {erasing && t`Erasing. This can take some minutes, and the class goes on meanwhile.`}
      </p>
    </>
  );
}

/** Success toast. */
function toastErased(erasure: Erasure | null) {
  toast({
    title: t`Student erased`,
    description: erasure && !isSchoolServer() ? describeRewritten(erasure.backupsRewritten) : undefined,
    detail: erasure?.finishesLater ? i18n._(RETRY_LATER) : undefined,
  });
}

type EraseConfirmationProps = {
  student: ErasedStudent;
  onClose: () => void;
  onErased: () => void;
  /** Called when some backups couldn't be rewritten. */
  onBackupsRemaining: (erasure: Erasure) => void;
};

function useEraseForm({ student, onErased, onBackupsRemaining }: EraseConfirmationProps) {
  const { mutate, isPending } = useEraseStudent(student.id);
  const erase = () => {
    mutate(undefined, {
      onSuccess: (erasure) => {
        if (erasure && unrecoverable(erasure.backupsLeft).length > 0) {
          onBackupsRemaining(erasure);
          return;
        }
        toastErased(erasure);
        onErased();
      },
    });
  };
  return { erase, erasing: isPending };
}

function EraseConfirmation(props: EraseConfirmationProps) {
  const { student, onClose } = props;
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { erase, erasing } = useEraseForm(props);
  const name = fullName(student);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t`Erase Student`}
      description={<Warning erasing={erasing} />}
      confirmLabel={t`Erase Forever`}
      pendingLabel={t`Erasing student`}
      pending={erasing}
      disabled={typed !== name}
      onConfirm={erase}
      initialFocus={field}
    >
      <TypedConfirmation ref={field} name={name} typed={typed} onType={setTyped} readOnly={erasing} />
      <HelpButton answer="a-child-leaves" className="mt-3" />
    </ConfirmDialog>
  );
}

type EraseStudentDialogProps = {
  /** Student to confirm; null while closed. */
  student: ErasedStudent | null;
  onClose: () => void;
  /** Called after `onClose` when the student is erased. */
  onErased?: () => void;
};

/** Requires typing the student's name before erasing. */
export function EraseStudentDialog({ student, onClose, onErased }: EraseStudentDialogProps) {
  const [remaining, setRemaining] = useState<Erasure | null>(null);
  const finish = () => {
    onClose();
    onErased?.();
  };
  if (remaining) {
    return (
      <RemainingBackupsDialog
        erasure={remaining}
        onClose={() => {
          setRemaining(null);
          finish();
        }}
      />
    );
  }
  return (
    student && (
      <EraseConfirmation
        key={student.id}
        student={student}
        onClose={onClose}
        onErased={finish}
        onBackupsRemaining={setRemaining}
      />
    )
  );
}
