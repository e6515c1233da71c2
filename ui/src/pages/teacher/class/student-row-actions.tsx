import { t } from '@lingui/core/macro';
import { Trash2 } from 'lucide-react';

import type { StudentStats } from '@/api/types';
import { IconButton } from '@/components/icon-button';
import { fullName } from '@/features/students/full-name';
import { StudentMenu } from '@/features/students/student-menu';
import { useMay } from '@/shared/permissions';

import type { ClassDialog, PartProps } from './use-class-page';

/** The student's menu and the button to delete the student. */
export function StudentRowActions({ page, student }: PartProps & { student: StudentStats }) {
  const { classroom, open, loginCards, moveTargets } = page;
  const mayDelete = useMay(classroom, 'remove');
  const name = fullName(student);
  const opens = (kind: Extract<ClassDialog, { student: StudentStats }>['kind']) => () => {
    open({ kind, student });
  };
  return (
    <span className="inline-flex sm:max-xl:*:w-7!">
      <StudentMenu
        student={student}
        classroom={classroom}
        variant="ghost"
        className="min-h-8! w-8 min-w-7!"
        onMove={moveTargets.length > 0 ? opens('move-student') : undefined}
        onSetPassword={opens('set-password')}
        onPrintCard={() => {
          loginCards.openFor(student);
        }}
        onErase={opens('erase-student')}
      />
      {mayDelete && (
        <IconButton
          tone="danger"
          label={t`Delete ${name}`}
          icon={<Trash2 aria-hidden />}
          onClick={opens('delete-student')}
        />
      )}
    </span>
  );
}
