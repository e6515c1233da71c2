import { Trans } from '@lingui/react/macro';
import { Plus, Trash2, Users } from 'lucide-react';

import type { StudentStats } from '@/api/types';
import { Button } from '@/components/button';
import { useIsPhone } from '@/hooks/use-is-phone';
import { formatNumber } from '@/lib/format';

export type OpenDialog = 'none' | 'bulk-goal' | 'award' | 'manage-students' | 'delete-class';

type ActionsProps = {
  students: StudentStats[] | undefined;
  selectedCount: number;
  onOpen: (dialog: OpenDialog) => void;
};

/** Hides the icons on medium widths, to leave room for the class's name. */
const compactClass = 'sm:max-xl:px-3! sm:max-xl:[&>svg]:hidden';

/** Full-width buttons on phones. */
const fillClass = 'max-sm:grow max-sm:px-2! max-[429px]:[&>svg]:hidden max-[359px]:text-small!';

/** Buttons of the class dashboard. On phones, deleting is in the menu. */
export function ClassActions({ students, selectedCount, onOpen }: ActionsProps) {
  const isPhone = useIsPhone();
  const count = formatNumber(selectedCount);
  const open = (dialog: OpenDialog) => () => {
    onOpen(dialog);
  };
  const remove = (
    <Button
      key="remove"
      variant="danger-ghost"
      icon={<Trash2 aria-hidden />}
      className={compactClass}
      onClick={open('delete-class')}
    >
      <Trans>Delete Class</Trans>
    </Button>
  );
  const manage = (
    <Button
      key="manage"
      icon={<Users aria-hidden />}
      className={`${compactClass} ${fillClass}`}
      disabled={!students}
      onClick={open('manage-students')}
    >
      <Trans>Manage Students</Trans>
    </Button>
  );
  const add = (
    <Button
      key="add"
      variant="primary"
      icon={<Plus aria-hidden />}
      className={`${compactClass} ${fillClass}`}
      disabled={!students?.length}
      onClick={open('bulk-goal')}
    >
      <Trans>Bulk Add Goal ({count})</Trans>
    </Button>
  );
  return isPhone ? [add, manage] : [remove, manage, add];
}
