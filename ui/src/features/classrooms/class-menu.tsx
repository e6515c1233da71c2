import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Archive, CalendarCheck, Download, KeyRound, Pencil, Trash2 } from 'lucide-react';
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
  /** Adds an item to archive the class when given, for those who may. */
  onArchive?: (() => void) | undefined;
  /** Adds a delete item likewise. */
  onDelete?: (() => void) | undefined;
};

/** Items that end the class. */
function RemoveItems({ onArchive, onDelete }: Pick<ClassMenuProps, 'onArchive' | 'onDelete'>) {
  if (!onArchive && !onDelete) return null;
  return (
    <>
      <MenuSeparator />
      {onArchive && (
        <MenuItem icon={<Archive aria-hidden />} onSelect={onArchive}>
          <Trans>Archive Class</Trans>
        </MenuItem>
      )}
      {onDelete && (
        <MenuItem icon={<Trash2 aria-hidden />} tone="danger" onSelect={onDelete}>
          <Trans>Delete Class</Trans>
        </MenuItem>
      )}
    </>
  );
}

/** Less frequent actions of a class. */
export function ClassMenu({ classroom, className, children, onArchive, onDelete }: ClassMenuProps) {
  const { isSample } = useUser();
  const { edit, renewCode, dialogs } = useClassDialogs(classroom);
  const mayManage = useMay(classroom, 'manage');
  const mayAdminister = useMay(classroom, 'administer');
  const navigate = useNavigate();
  const mayRemove = useMay(classroom, 'remove');
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
        {mayRemove && <RemoveItems onArchive={isSample ? undefined : onArchive} onDelete={onDelete} />}
      </Menu>
      {dialogs}
    </>
  );
}
