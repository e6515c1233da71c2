import { useNavigate } from 'react-router';

import type { StudentStats } from '@/api/types';
import { sortRows } from '@/components/data-table/table-sort';
import { DeleteClassDialog } from '@/features/classrooms/delete-class-dialog';
import { AwardDialog } from '@/features/goalbucks/award-dialog';
import { BulkGoalDialog } from '@/features/goals/teacher/bulk-goal-dialog';
import { EditGroupsDialog } from '@/features/groups/edit-groups-dialog';
import { SaveGroupDialog } from '@/features/groups/save-group-dialog';
import { pastedList } from '@/features/roster/pasted-list';
import { DeleteStudentDialog } from '@/features/students/delete-student-dialog';
import { EraseStudentDialog } from '@/features/students/erase-student-dialog';
import { fullName, nameSortKey } from '@/features/students/full-name';
import { ManageStudentsDialog } from '@/features/students/manage-students-dialog';
import { MoveStudentDialog } from '@/features/students/move-student-dialog';
import { MoveStudentsDialog } from '@/features/students/move-students-dialog';
import { SetPasswordDialog } from '@/features/students/set-password-dialog';
import { ArchiveClass } from '@/pages/teacher/archive-class';

import type { ClassDialog, PartProps } from './use-class-page';

function recipientsOf(students: StudentStats[]) {
  return sortRows(students, nameSortKey, 'ascending').map((student) => ({
    id: student.id,
    name: fullName(student),
  }));
}

/** Dialogs for the selected students. */
function SelectionDialogs({ page }: PartProps) {
  const { classroom, students, selectedStudents, dialog, close } = page;
  const recipientProps = {
    onOpenChange: close,
    classroomId: classroom.id,
    recipients: recipientsOf(selectedStudents),
    classSize: students.length,
    onSelectAll: page.selectAll,
  };
  const done = () => {
    close();
    page.select(new Set());
  };
  return (
    <>
      <BulkGoalDialog
        {...recipientProps}
        ownerId={classroom.teacherId}
        open={dialog?.kind === 'bulk-goal'}
        onAssigned={done}
      />
      <AwardDialog {...recipientProps} open={dialog?.kind === 'award'} onAwarded={done} />
      <MoveStudentsDialog
        students={
          dialog?.kind === 'move-students'
            ? { recipients: recipientsOf(dialog.students), classSize: dialog.classSize }
            : null
        }
        classes={page.moveTargets}
        onClose={close}
        onMoved={done}
      />
    </>
  );
}

/** Dialogs for the class's groups. */
function GroupDialogs({ page }: PartProps) {
  const { classroom, students, allStudents, selectedStudents, dialog, close } = page;
  const groups = page.groups.data ?? [];
  return (
    <>
      <SaveGroupDialog
        open={dialog?.kind === 'save-group'}
        onOpenChange={close}
        classroomId={classroom.id}
        groups={groups}
        recipients={recipientsOf(selectedStudents)}
        classSize={students.length}
        awayIds={allStudents.filter(({ awaySince }) => awaySince !== null).map(({ id }) => id)}
        onSaved={close}
      />
      <EditGroupsDialog
        open={dialog?.kind === 'edit-groups'}
        onOpenChange={close}
        classroom={classroom}
        groups={groups}
        students={sortRows(allStudents, nameSortKey, 'ascending')}
      />
    </>
  );
}

/** Dialogs for the whole class. */
function WholeClassDialogs({ page: { classroom, allStudents, dialog, close } }: PartProps) {
  const navigate = useNavigate();
  return (
    <>
      <ManageStudentsDialog
        open={dialog?.kind === 'manage-students'}
        onOpenChange={close}
        classroomId={classroom.id}
        students={allStudents}
        onSaved={close}
        onImport={(text) => {
          pastedList.set(text ?? null);
          void navigate(`/teacher/class/${classroom.id}/import`);
        }}
      />
      <DeleteClassDialog
        open={dialog?.kind === 'delete-class'}
        onOpenChange={close}
        classroom={classroom}
        studentCount={allStudents.length}
        onDeleted={() => void navigate('/teacher/classes')}
      />
      {dialog?.kind === 'archive-class' && <ArchiveClass classroom={classroom} onClose={close} />}
    </>
  );
}

/** Dialogs for the student of a row. */
function StudentDialogs({ page: { dialog, close, moveTargets } }: PartProps) {
  const studentOf = (kind: ClassDialog['kind']) =>
    dialog?.kind === kind && 'student' in dialog ? dialog.student : null;
  return (
    <>
      <DeleteStudentDialog student={studentOf('delete-student')} onClose={close} />
      <EraseStudentDialog student={studentOf('erase-student')} onClose={close} />
      <SetPasswordDialog student={studentOf('set-password')} onClose={close} />
      <MoveStudentDialog student={studentOf('move-student')} classes={moveTargets} onClose={close} />
    </>
  );
}

/** All dialogs of the page. */
export function ClassDialogs({ page }: PartProps) {
  return (
    <>
      <SelectionDialogs page={page} />
      <GroupDialogs page={page} />
      <WholeClassDialogs page={page} />
      <StudentDialogs page={page} />
      {page.loginCards.dialog}
    </>
  );
}
