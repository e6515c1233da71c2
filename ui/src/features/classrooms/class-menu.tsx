import { Download, KeyRound, Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import type { Classroom } from '@/api/types';
import { Menu, MenuDownload, MenuItem } from '@/components/menu';

import { balancesPath } from './balances-path';
import { EditClassDialog } from './edit-class-dialog';
import { NewClassCodeDialog } from './new-class-code-dialog';

type ClassMenuProps = {
  classroom: Classroom;
  className?: string | undefined;
  /** Items of the page itself, which stand first. */
  children?: ReactNode;
};

/** What is done to a class now and then. */
export function ClassMenu({ classroom, className, children }: ClassMenuProps) {
  const [open, setOpen] = useState<'none' | 'edit' | 'new-code'>('none');
  const close = () => {
    setOpen('none');
  };
  return (
    <>
      <Menu label="More for this class" className={className}>
        {children}
        <MenuItem
          icon={<Pencil aria-hidden />}
          onSelect={() => {
            setOpen('edit');
          }}
        >
          Edit Class
        </MenuItem>
        <MenuItem
          icon={<KeyRound aria-hidden />}
          onSelect={() => {
            setOpen('new-code');
          }}
        >
          New Class Code
        </MenuItem>
        <MenuDownload icon={<Download aria-hidden />} href={balancesPath(classroom.id)}>
          Download balances (CSV)
        </MenuDownload>
      </Menu>
      <EditClassDialog classroom={classroom} open={open === 'edit'} onClose={close} />
      <NewClassCodeDialog classroom={classroom} open={open === 'new-code'} onClose={close} />
    </>
  );
}
