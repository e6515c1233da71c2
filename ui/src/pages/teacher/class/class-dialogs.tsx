import { useState } from 'react';
import { useNavigate } from 'react-router';

import type { Classroom, StudentStats } from '@/api/types';
import { sortRows } from '@/components/data-table/table-sort';
import { DeleteClassDialog } from '@/features/classrooms/delete-class-dialog';
import { useClassrooms } from '@/features/classrooms/queries';
import { AwardDialog } from '@/features/goalbucks/award-dialog';
import { BulkGoalDialog } from '@/features/goals/teacher/bulk-goal-dialog';
import { pastedList } from '@/features/roster/pasted-list';
import { DeleteStudentDialog } from '@/features/students/delete-student-dialog';
import { EraseStudentDialog } from '@/features/students/erase-student-dialog';
import { fullName, nameSortKey } from '@/features/students/full-name';
import { ManageStudentsDialog } from '@/features/students/manage-students-dialog';
import { MoveStudentDialog } from '@/features/students/move-student-dialog';
import { SetPasswordDialog } from '@/features/students/set-password-dialog';

import type { OpenDialog } from './class-actions';

type ClassDialogsProps = {
  open: OpenDialog;
  onClose: () => void;
  classroom: Classroom;
  students: StudentStats[];
  selectedStudents: StudentStats[];
  onSelect: (selected: ReadonlySet<string>) => void;
};

function recipientsOf(students: StudentStats[]) {
  return sortRows(students, nameSortKey, 'ascending').map((student) => ({
    id: student.id,
    name: fullName(student),
  }));
}

/** Dialogs of the page's actions. */
export function ClassDialogs({
  open,
  onClose,
  classroom,
  students,
  selectedStudents,
  onSelect,
}: ClassDialogsProps) {
  const navigate = useNavigate();
  const recipientProps = {
    onOpenChange: onClose,
    classroomId: classroom.id,
    recipients: recipientsOf(selectedStudents),
    classSize: students.length,
    onSelectAll: () => {
      onSelect(new Set(students.map(({ id }) => id)));
    },
  };
  const done = () => {
    onClose();
    onSelect(new Set());
  };
  const openImport = (text?: string) => {
    pastedList.set(text ?? null);
    void navigate(`/teacher/class/${classroom.id}/import`);
  };
  return (
    <>
      <BulkGoalDialog {...recipientProps} open={open === 'bulk-goal'} onAssigned={done} />
      <AwardDialog {...recipientProps} open={open === 'award'} onAwarded={done} />
      <ManageStudentsDialog
        open={open === 'manage-students'}
        onOpenChange={onClose}
        classroomId={classroom.id}
        students={students}
        onSaved={onClose}
        onImport={openImport}
      />
      <DeleteClassDialog
        open={open === 'delete-class'}
        onOpenChange={onClose}
        classroom={classroom}
        studentCount={students.length}
        onDeleted={() => void navigate('/teacher/classes')}
      />
    </>
  );
}

/** Dialogs of the row actions: delete, erase, move and set the password. */
export function useStudentDialogs({ id }: Classroom) {
  const [deleting, setDeleting] = useState<StudentStats | null>(null);
  const [moving, setMoving] = useState<StudentStats | null>(null);
  const [erasing, setErasing] = useState<StudentStats | null>(null);
  const [settingPassword, setSettingPassword] = useState<StudentStats | null>(null);
  const otherClasses = useClassrooms().data?.filter((other) => other.id !== id) ?? [];
  const dialogs = (
    <>
      <DeleteStudentDialog
        student={deleting}
        onClose={() => {
          setDeleting(null);
        }}
      />
      <EraseStudentDialog
        student={erasing}
        onClose={() => {
          setErasing(null);
        }}
      />
      <SetPasswordDialog
        student={settingPassword}
        onClose={() => {
          setSettingPassword(null);
        }}
      />
      <MoveStudentDialog
        student={moving}
        classes={otherClasses}
        onClose={() => {
          setMoving(null);
        }}
      />
    </>
  );
  return {
    setDeleting,
    setErasing,
    setSettingPassword,
    setMoving: otherClasses.length > 0 ? setMoving : undefined,
    dialogs,
  };
}
