import { ArrowRightLeft, Download, Eraser, LockOpen } from 'lucide-react';
import type { ReactNode } from 'react';

import type { Student } from '@/api/types';
import type { ButtonVariant } from '@/components/button';
import { Menu, MenuItem, MenuSeparator } from '@/components/menu';
import { bringExport } from '@/shared/bring-export';

import { fullName } from './full-name';
import { useUnlockStudent } from './mutations';
import { studentExportPath } from './student-export-path';

type StudentMenuProps = {
  student: Pick<Student, 'id' | 'firstName' | 'lastName'>;
  /** Opens the choice of a class; without it there is no other class. */
  onMove: (() => void) | undefined;
  /** Opens the question whether all that is kept of the student goes. */
  onErase?: (() => void) | undefined;
  variant?: ButtonVariant | undefined;
  className?: string | undefined;
  /** Items of the page itself, which stand first. */
  children?: ReactNode;
};

/** What is done to a student now and then. */
export function StudentMenu({ student, onMove, onErase, variant, className, children }: StudentMenuProps) {
  const { mutate: unlock } = useUnlockStudent();
  return (
    <Menu label={`More for ${fullName(student)}`} {...{ variant, className }}>
      {children}
      <MenuItem
        icon={<LockOpen aria-hidden />}
        onSelect={() => {
          unlock(student);
        }}
      >
        Unlock Sign-In
      </MenuItem>
      {onMove && (
        <MenuItem icon={<ArrowRightLeft aria-hidden />} onSelect={onMove}>
          Move to Another Class
        </MenuItem>
      )}
      <MenuItem
        icon={<Download aria-hidden />}
        onSelect={() => {
          void bringExport(studentExportPath(student.id));
        }}
      >
        Export Data (ZIP)
      </MenuItem>
      {onErase && (
        <>
          <MenuSeparator />
          <MenuItem tone="danger" icon={<Eraser aria-hidden />} onSelect={onErase}>
            Erase Student...
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
