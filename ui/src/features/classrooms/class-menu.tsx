import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CalendarCheck, Download, KeyRound, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';

import type { Classroom } from '@/api/types';
import { useUser } from '@/auth/session-context';
import { Menu, MenuDownload, MenuItem, MenuSeparator } from '@/components/menu';
import { useMay } from '@/shared/permissions';

import { balancesPath } from './balances-path';
import { useClassDialogs } from './use-class-dialogs';

type ClassMenuProps = {
  classroom: Classroom;
  className?: string | undefined;
  /** Page-specific items, shown first. */
  children?: ReactNode;
  /** Adds a delete item when given, for those who may. */
  onDelete?: (() => void) | undefined;
};

/** Less frequent actions of a class. */
export function ClassMenu({ classroom, className, children, onDelete }: ClassMenuProps) {
  const { isSample } = useUser();
  const { edit, renewCode, dialogs } = useClassDialogs(classroom);
  const mayManage = useMay(classroom, 'manage');
  const mayAdminister = useMay(classroom, 'administer');
  const navigate = useNavigate();
  return (
    <>
      <Menu label={t`More for this class`} className={className}>
        {children}
        {mayManage && (
          <>
            <MenuItem icon={<Pencil aria-hidden />} onSelect={edit}>
              <Trans>Edit Class</Trans>
            </MenuItem>
            {!isSample && (
              <MenuItem icon={<KeyRound aria-hidden />} onSelect={renewCode}>
                <Trans>New Class Code</Trans>
              </MenuItem>
            )}
          </>
        )}
        <MenuDownload icon={<Download aria-hidden />} href={balancesPath(classroom.id)}>
          <Trans>Download balances (CSV)</Trans>
        </MenuDownload>
        {mayAdminister && (
          <MenuItem
            icon={<CalendarCheck aria-hidden />}
            onSelect={() => void navigate(`/teacher/class/${classroom.id}/end-of-term`)}
          >
            <Trans>End of Term</Trans>
          </MenuItem>
        )}
        {onDelete && mayAdminister && (
          <>
            <MenuSeparator />
            <MenuItem icon={<Trash2 aria-hidden />} tone="danger" onSelect={onDelete}>
              <Trans>Delete Class</Trans>
            </MenuItem>
          </>
        )}
      </Menu>
      {dialogs}
    </>
  );
}
