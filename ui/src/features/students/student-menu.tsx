import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  ArrowRightLeft,
  Download,
  Eraser,
  IdCard,
  KeyRound,
  LockOpen,
  UserRoundCheck,
  UserRoundX,
} from 'lucide-react';

import type { Student } from '@/api/types';
import type { ButtonVariant } from '@/components/button';
import { Menu, MenuItem, MenuSeparator } from '@/components/menu';
import { downloadExport } from '@/shared/download-export';
import { type OwnedClass, useMay, useMayRead } from '@/shared/permissions';

import { fullName } from './full-name';
import { useSetAway, useUnlockStudent } from './mutations';
import { studentExportPath } from './student-export-path';

type StudentMenuProps = {
  student: Pick<Student, 'id' | 'firstName' | 'lastName' | 'awaySince'>;
  /** The student's class; undefined while it loads. */
  classroom: OwnedClass | undefined;
  /** Opens the move dialog; undefined if there is no other class. */
  onMove: (() => void) | undefined;
  /** Opens the dialog for a new password. */
  onSetPassword: () => void;
  /** Opens the dialog that prints the student's login card; undefined while it can't be opened. */
  onPrintCard: (() => void) | undefined;
  /** Opens the erase dialog. */
  onErase: () => void;
  variant?: ButtonVariant | undefined;
  className?: string | undefined;
};

function UnlockItem({ student }: Pick<StudentMenuProps, 'student'>) {
  const { mutate: unlock } = useUnlockStudent();
  return (
    <MenuItem
      icon={<LockOpen aria-hidden />}
      onSelect={() => {
        unlock(student);
      }}
    >
      <Trans>Unlock Sign-In</Trans>
    </MenuItem>
  );
}

function AwayItem({ student }: Pick<StudentMenuProps, 'student'>) {
  const { mutate: setAway } = useSetAway();
  const away = student.awaySince === null;
  return (
    <MenuItem
      icon={away ? <UserRoundX aria-hidden /> : <UserRoundCheck aria-hidden />}
      onSelect={() => {
        setAway({ student, away });
      }}
    >
      {away ? <Trans context="student">Away</Trans> : <Trans context="student">Back</Trans>}
    </MenuItem>
  );
}

function ManageItems({
  student,
  onSetPassword,
  onPrintCard,
}: Pick<StudentMenuProps, 'student' | 'onSetPassword' | 'onPrintCard'>) {
  return (
    <>
      <MenuItem icon={<KeyRound aria-hidden />} onSelect={onSetPassword}>
        <Trans context="student">Set Password</Trans>
      </MenuItem>
      {onPrintCard && (
        <MenuItem icon={<IdCard aria-hidden />} onSelect={onPrintCard}>
          <Trans>Print Login Card</Trans>
        </MenuItem>
      )}
      <AwayItem student={student} />
    </>
  );
}

function ExportItem({ student }: Pick<StudentMenuProps, 'student'>) {
  return (
    <MenuItem
      icon={<Download aria-hidden />}
      onSelect={() => {
        void downloadExport(studentExportPath(student.id));
      }}
    >
      <Trans>Export Data (ZIP)</Trans>
    </MenuItem>
  );
}

function EraseItem({ onErase }: Pick<StudentMenuProps, 'onErase'>) {
  return (
    <>
      <MenuSeparator />
      <MenuItem tone="danger" icon={<Eraser aria-hidden />} onSelect={onErase}>
        <Trans>Erase Student...</Trans>
      </MenuItem>
    </>
  );
}

/** Less frequent actions of a student, those that the user may take. */
export function StudentMenu({ student, classroom, variant, className, ...actions }: StudentMenuProps) {
  const mayManage = useMay(classroom, 'manage');
  const mayReview = useMay(classroom, 'review');
  const mayMove = useMay(classroom, 'administer');
  const mayExport = useMayRead(classroom, 'administer');
  const mayErase = useMay(classroom, 'remove');
  const name = fullName(student);
  return (
    <Menu label={t`More for ${name}`} {...{ variant, className }}>
      {mayManage && <ManageItems student={student} {...actions} />}
      {mayReview && <UnlockItem student={student} />}
      {mayMove && actions.onMove && (
        <MenuItem icon={<ArrowRightLeft aria-hidden />} onSelect={actions.onMove}>
          <Trans>Move to Another Class</Trans>
        </MenuItem>
      )}
      {mayExport && <ExportItem student={student} />}
      {mayErase && <EraseItem onErase={actions.onErase} />}
    </Menu>
  );
}
