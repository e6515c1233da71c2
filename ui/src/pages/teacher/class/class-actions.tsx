import { Trans } from '@lingui/react/macro';
import { Plus, Trash2, Users } from 'lucide-react';

import { Button } from '@/components/button';
import { useIsPhone } from '@/hooks/use-is-phone';
import { formatNumber } from '@/lib/format';
import { useMay } from '@/shared/permissions';

import type { ClassDialog, PartProps } from './use-class-page';

/** Hides the icons on medium widths, to leave room for the class's name. */
const compactClass = 'sm:max-xl:px-3! sm:max-xl:[&>svg]:hidden';

/** Full-width buttons on phones. */
const fillClass = 'max-sm:grow max-sm:px-2! max-[429px]:[&>svg]:hidden max-[359px]:text-small!';

/** Buttons of the class dashboard. On phones, deleting is in the menu. */
export function ClassActions({ page: { classroom, students, isLoaded, selected, open } }: PartProps) {
  const isPhone = useIsPhone();
  const mayManage = useMay(classroom, 'manage');
  const mayDelete = useMay(classroom, 'remove');
  const count = formatNumber(selected.size);
  const opens = (dialog: ClassDialog) => () => {
    open(dialog);
  };
  const remove = mayDelete && (
    <Button
      key="remove"
      variant="danger-ghost"
      icon={<Trash2 aria-hidden />}
      className={compactClass}
      onClick={opens({ kind: 'delete-class' })}
    >
      <Trans>Delete Class</Trans>
    </Button>
  );
  const manage = mayManage && (
    <Button
      key="manage"
      icon={<Users aria-hidden />}
      className={`${compactClass} ${fillClass}`}
      disabled={!isLoaded}
      onClick={opens({ kind: 'manage-students' })}
    >
      <Trans>Manage Students</Trans>
    </Button>
  );
  const add = mayManage && (
    <Button
      key="add"
      variant="primary"
      icon={<Plus aria-hidden />}
      className={`${compactClass} ${fillClass}`}
      disabled={students.length === 0}
      onClick={opens({ kind: 'bulk-goal' })}
    >
      <Trans>Bulk Add Goal ({count})</Trans>
    </Button>
  );
  return isPhone ? [add, manage] : [remove, manage, add];
}
