import { Plus, Trash2, Users } from 'lucide-react';

import type { StudentStats } from '@/api/types';
import { Button } from '@/components/button';
import { useIsPhone } from '@/hooks/use-is-phone';

export type OpenDialog = 'none' | 'bulk-goal' | 'award' | 'manage-students' | 'delete-class';

type ActionsProps = {
  students: StudentStats[] | undefined;
  chosen: number;
  onOpen: (dialog: OpenDialog) => void;
};

/** Between phone and laptop the words alone fit beside the class's name. */
const compact = 'sm:max-xl:px-3! sm:max-xl:[&>svg]:hidden';

/** Two buttons fill a phone's line; where they don't fit beside each other, a line each. */
const filling = 'max-sm:grow max-sm:px-2! max-[429px]:[&>svg]:hidden max-[359px]:text-small!';

/** The buttons of the class dashboard. On phones they are one line, and deleting is in the class's menu. */
export function ClassActions({ students, chosen, onOpen }: ActionsProps) {
  const isPhone = useIsPhone();
  const open = (dialog: OpenDialog) => () => {
    onOpen(dialog);
  };
  const remove = (
    <Button
      key="remove"
      variant="danger-ghost"
      icon={<Trash2 aria-hidden />}
      className={compact}
      onClick={open('delete-class')}
    >
      Delete Class
    </Button>
  );
  const manage = (
    <Button
      key="manage"
      icon={<Users aria-hidden />}
      className={`${compact} ${filling}`}
      disabled={!students}
      onClick={open('manage-students')}
    >
      Manage Students
    </Button>
  );
  const add = (
    <Button
      key="add"
      variant="primary"
      icon={<Plus aria-hidden />}
      className={`${compact} ${filling}`}
      disabled={!students?.length}
      onClick={open('bulk-goal')}
    >
      Bulk Add Goal ({chosen})
    </Button>
  );
  return isPhone ? [add, manage] : [remove, manage, add];
}
