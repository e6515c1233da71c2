import { Trans } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';

import type { Classroom, Student } from '@/api/types';
import { Button } from '@/components/button';
import { useClassrooms } from '@/features/classrooms/queries';
import { MoveStudentDialog } from '@/features/students/move-student-dialog';
import { StudentMenu } from '@/features/students/student-menu';

const PrintLoginCards = lazy(() => import('./print-login-cards'));

type StudentActionsProps = { student: Student; onAssign: () => void; onErase: () => void };

/** Buttons of a student's page. */
export function StudentActions({ student, onAssign, onErase }: StudentActionsProps) {
  const classes = useClassrooms().data ?? [];
  const others = classes.filter((classroom) => classroom.id !== student.classroomId);
  const own = classes.find((classroom) => classroom.id === student.classroomId);
  const [moving, setMoving] = useState(false);
  const [printing, setPrinting] = useState<Classroom | null>(null);
  return (
    <>
      <StudentMenu
        student={student}
        onErase={onErase}
        onPrintCard={
          own &&
          (() => {
            setPrinting(own);
          })
        }
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
      {printing && (
        <Suspense>
          <PrintLoginCards
            classroom={printing}
            students={[student]}
            selected={new Set([student.id])}
            who="only"
            onClose={() => {
              setPrinting(null);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
