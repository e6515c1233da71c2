import { Trans } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { Suspense, useState } from 'react';

import { lazyWhenReachable } from '@/api/lazy-when-reachable';
import type { Classroom, Student } from '@/api/types';
import { Button } from '@/components/button';
import { MoveStudentDialog } from '@/features/students/move-student-dialog';
import { SetPasswordDialog } from '@/features/students/set-password-dialog';
import { StudentMenu } from '@/features/students/student-menu';
import { useMoveTargets } from '@/pages/teacher/use-move-targets';
import { useMay } from '@/shared/permissions';

const PrintLoginCards = lazyWhenReachable(() => import('@/pages/teacher/print-login-cards'));

/** Dialog for the student's login card; it can't be opened before the class has loaded. */
function useLoginCard(student: Student, classroom: Classroom | undefined) {
  const [printing, setPrinting] = useState(false);
  const show = () => {
    setPrinting(true);
  };
  const dialog = printing && classroom && (
    <Suspense>
      <PrintLoginCards
        classroom={classroom}
        students={[student]}
        selected={new Set([student.id])}
        who="only"
        onClose={() => {
          setPrinting(false);
        }}
      />
    </Suspense>
  );
  return { open: classroom && show, dialog };
}

type StudentActionsProps = {
  student: Student;
  /** Undefined while it loads. */
  classroom: Classroom | undefined;
  onAssign: () => void;
  onErase: () => void;
};

/** Buttons of a student's page. */
export function StudentActions({ student, classroom, onAssign, onErase }: StudentActionsProps) {
  const targets = useMoveTargets(student.classroomId);
  const loginCard = useLoginCard(student, classroom);
  const mayManage = useMay(classroom, 'manage');
  const [moving, setMoving] = useState(false);
  const [settingPassword, setSettingPassword] = useState(false);
  return (
    <>
      <StudentMenu
        student={student}
        classroom={classroom}
        onErase={onErase}
        onSetPassword={() => {
          setSettingPassword(true);
        }}
        onPrintCard={loginCard.open}
        onMove={
          targets.length > 0
            ? () => {
                setMoving(true);
              }
            : undefined
        }
      />
      {mayManage && (
        <Button variant="primary" icon={<Plus aria-hidden />} onClick={onAssign}>
          <Trans>Assign Goal</Trans>
        </Button>
      )}
      <MoveStudentDialog
        student={moving ? student : null}
        classes={targets}
        onClose={() => {
          setMoving(false);
        }}
      />
      <SetPasswordDialog
        student={settingPassword ? student : null}
        onClose={() => {
          setSettingPassword(false);
        }}
      />
      {loginCard.dialog}
    </>
  );
}
