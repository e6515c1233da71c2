import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ArrowRightLeft, Download, Eraser, IdCard, KeyRound, LockOpen } from 'lucide-react';
import type { ReactNode } from 'react';

import type { Student } from '@/api/types';
import type { ButtonVariant } from '@/components/button';
import { Menu, MenuItem, MenuSeparator } from '@/components/menu';
import { downloadExport } from '@/shared/download-export';

import { fullName } from './full-name';
import { useUnlockStudent } from './mutations';
import { studentExportPath } from './student-export-path';

type StudentMenuProps = {
  student: Pick<Student, 'id' | 'firstName' | 'lastName'>;
  /** Opens the move dialog; undefined if there is no other class. */
  onMove: (() => void) | undefined;
  /** Opens the dialog for a new password. */
  onSetPassword?: (() => void) | undefined;
  /** Opens the dialog that prints the student's login card. */
  onPrintCard?: (() => void) | undefined;
  /** Opens the erase dialog. */
  onErase?: (() => void) | undefined;
  variant?: ButtonVariant | undefined;
  className?: string | undefined;
  /** Page-specific items, shown first. */
  children?: ReactNode;
};

function PrintCardItem({ onSelect }: { onSelect: () => void }) {
  return (
    <MenuItem icon={<IdCard aria-hidden />} onSelect={onSelect}>
      <Trans>Print Login Card</Trans>
    </MenuItem>
  );
}

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

/** Less frequent actions of a student. */
export function StudentMenu({
  student,
  onMove,
  onSetPassword,
  onPrintCard,
  onErase,
  variant,
  className,
  children,
}: StudentMenuProps) {
  const name = fullName(student);
  return (
    <Menu label={t`More for ${name}`} variant={variant} className={className}>
      {children}
      {onSetPassword && (
        <MenuItem icon={<KeyRound aria-hidden />} onSelect={onSetPassword}>
          <Trans context="student">Set Password</Trans>
        </MenuItem>
      )}
      {onPrintCard && <PrintCardItem onSelect={onPrintCard} />}
      <UnlockItem student={student} />
      {onMove && (
        <MenuItem icon={<ArrowRightLeft aria-hidden />} onSelect={onMove}>
          <Trans>Move to Another Class</Trans>
        </MenuItem>
      )}
      <MenuItem
        icon={<Download aria-hidden />}
        onSelect={() => {
          void downloadExport(studentExportPath(student.id));
        }}
      >
        <Trans>Export Data (ZIP)</Trans>
      </MenuItem>
      {onErase && (
        <>
          <MenuSeparator />
          <MenuItem tone="danger" icon={<Eraser aria-hidden />} onSelect={onErase}>
            <Trans>Erase Student...</Trans>
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
