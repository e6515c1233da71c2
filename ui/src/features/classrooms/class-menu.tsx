import { Download, KeyRound, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';

import type { Classroom } from '@/api/types';
import { Menu, MenuDownload, MenuItem, MenuSeparator } from '@/components/menu';

import { balancesPath } from './balances-path';
import { useClassDialogs } from './use-class-dialogs';

type ClassMenuProps = {
  classroom: Classroom;
  className?: string | undefined;
  /** Page-specific items, shown first. */
  children?: ReactNode;
  /** Adds a delete item when given. */
  onDelete?: (() => void) | undefined;
};

/** Less frequent actions of a class. */
export function ClassMenu({ classroom, className, children, onDelete }: ClassMenuProps) {
  const { edit, renewCode, dialogs } = useClassDialogs(classroom);
  return (
    <>
      <Menu label="More for this class" className={className}>
        {children}
        <MenuItem icon={<Pencil aria-hidden />} onSelect={edit}>
          Edit Class
        </MenuItem>
        <MenuItem icon={<KeyRound aria-hidden />} onSelect={renewCode}>
          New Class Code
        </MenuItem>
        <MenuDownload icon={<Download aria-hidden />} href={balancesPath(classroom.id)}>
          Download balances (CSV)
        </MenuDownload>
        {onDelete && (
          <>
            <MenuSeparator />
            <MenuItem icon={<Trash2 aria-hidden />} tone="danger" onSelect={onDelete}>
              Delete Class
            </MenuItem>
          </>
        )}
      </Menu>
      {dialogs}
    </>
  );
}
