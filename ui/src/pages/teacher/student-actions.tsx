import { Trans } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { useState } from 'react';

import type { Student } from '@/api/types';
import { Button } from '@/components/button';
import { useClassrooms } from '@/features/classrooms/queries';
import { MoveStudentDialog } from '@/features/students/move-student-dialog';
import { StudentMenu } from '@/features/students/student-menu';

type StudentActionsProps = { student: Student; onAssign: () => void; onErase: () => void };

/** Buttons of a student's page. */
export function StudentActions({ student, onAssign, onErase }: StudentActionsProps) {
  const classes = useClassrooms().data ?? [];
  const others = classes.filter((classroom) => classroom.id !== student.classroomId);
  const [moving, setMoving] = useState(false);
  return (
    <>
      <StudentMenu
        student={student}
        onErase={onErase}
        onMove={
          others.length > 0
            ? () => {
                setMoving(true);
              }
            : undefined
        }
      />
      <Button variant="primary" icon={<Plus aria-hidden />} onClick={onAssign}>
        <Trans>Assign Goal</Trans>
      </Button>
      <MoveStudentDialog
        student={moving ? student : null}
        classes={others}
        onClose={() => {
          setMoving(false);
        }}
      />
    </>
  );
}
