import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Plus, Trash2, UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';

import { isStatus } from '@/api/api-error';
import { QueryError } from '@/api/query-error';
import type { Classroom, StudentStats } from '@/api/types';
import { ChairsArt, HillArt } from '@/components/art';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { EmptyState } from '@/components/message-state';
import { Page, usePageTitle } from '@/components/page';
import { Loading, Skeleton, SkeletonRows } from '@/components/skeleton';
import { sortRows } from '@/components/table-sort';
import { useIsPhone } from '@/components/use-is-phone';
import { ClassCodeCard } from '@/features/classrooms/class-code-card';
import { DeleteClassDialog } from '@/features/classrooms/delete-class-dialog';
import { classroomQuery } from '@/features/classrooms/queries';
import { BulkGoalDialog } from '@/features/goals/bulk-goal-dialog';
import { DeleteStudentDialog } from '@/features/students/delete-student-dialog';
import { fullName } from '@/features/students/full-name';
import { ManageStudentsDialog } from '@/features/students/manage-students-dialog';
import { studentStatsQuery } from '@/features/students/queries';
import { StudentTable } from '@/features/students/student-table';

import { Missing } from './missing';

type OpenDialog = 'none' | 'bulk-goal' | 'manage-students' | 'delete-class';

function LoadingDashboard() {
  usePageTitle('Class');
  return (
    <div className="mx-auto max-w-page">
      <h1 className="sr-only">Class dashboard</h1>
      <Loading label="Loading class dashboard...">
        <div className="mb-4 flex h-14 items-center justify-between gap-5">
          <Skeleton className="h-7 w-60" />
          <Skeleton className="h-9 w-90 max-sm:hidden" />
        </div>
        <Card className="mb-4 flex h-15.5 items-center gap-5 px-5">
          <Skeleton className="h-8 w-50" />
          <Skeleton className="h-9 w-24" />
        </Card>
        <Card className="overflow-clip">
          <div className="flex h-13 items-center border-b border-line px-4">
            <Skeleton className="h-9 w-66" />
          </div>
          <SkeletonRows rows={10} />
        </Card>
      </Loading>
    </div>
  );
}

function NoStudents({ onAdd }: { onAdd: () => void }) {
  return (
    <EmptyState
      art={<ChairsArt />}
      title="No students in this class yet"
      action={
        <Button variant="primary" icon={<UserPlus aria-hidden />} onClick={onAdd}>
          Add Students
        </Button>
      }
    >
      Add them once. They sign in with a username, a password and the class code.
    </EmptyState>
  );
}

type ActionsProps = {
  students: StudentStats[] | undefined;
  chosen: number;
  onOpen: (dialog: OpenDialog) => void;
};

/** Between phone and laptop the words alone fit beside the class's name. */
const compact = 'sm:max-xl:px-3! sm:max-xl:[&>svg]:hidden';

/** On phones deleting comes last, for the thumb and the Tab key alike. */
function Actions({ students, chosen, onOpen }: ActionsProps) {
  const isPhone = useIsPhone();
  const open = (dialog: OpenDialog) => () => {
    onOpen(dialog);
  };
  const remove = (
    <Button
      key="remove"
      variant="danger-ghost"
      icon={<Trash2 aria-hidden />}
      className={`${compact} max-sm:w-full`}
      onClick={open('delete-class')}
    >
      Delete Class
    </Button>
  );
  const manage = (
    <Button
      key="manage"
      icon={<Users aria-hidden />}
      className={`${compact} max-sm:w-full`}
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
      className={`${compact} max-sm:w-full`}
      disabled={!students?.length}
      onClick={open('bulk-goal')}
    >
      Bulk Add Goal ({chosen})
    </Button>
  );
  return isPhone ? [add, manage, remove] : [remove, manage, add];
}

function useSelection(students: StudentStats[]) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  // A student who was deleted meanwhile is no longer chosen.
  const chosen = students.filter(({ id }) => selected.has(id));
  return { chosen, selected: new Set(chosen.map(({ id }) => id)), setSelected };
}

type DialogsProps = {
  open: OpenDialog;
  onClose: () => void;
  classroom: Classroom;
  students: StudentStats[];
  chosen: StudentStats[];
  onSelect: (selected: ReadonlySet<string>) => void;
};

function ClassDialogs({ open, onClose, classroom, students, chosen, onSelect }: DialogsProps) {
  const navigate = useNavigate();
  return (
    <>
      <BulkGoalDialog
        open={open === 'bulk-goal'}
        onOpenChange={onClose}
        classroomId={classroom.id}
        recipients={sortRows(chosen, fullName, 'ascending').map((student) => ({
          id: student.id,
          name: fullName(student),
        }))}
        classSize={students.length}
        onSelectAll={() => {
          onSelect(new Set(students.map(({ id }) => id)));
        }}
        onAssigned={() => {
          onClose();
          onSelect(new Set());
        }}
      />
      <ManageStudentsDialog
        open={open === 'manage-students'}
        onOpenChange={onClose}
        classroomId={classroom.id}
        students={students}
        onSaved={onClose}
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

type DashboardProps = { classroom: Classroom; stats: UseQueryResult<StudentStats[]> };

function Dashboard({ classroom, stats }: DashboardProps) {
  const [dialog, setDialog] = useState<OpenDialog>('none');
  const [leaving, setLeaving] = useState<StudentStats | null>(null);
  const students = stats.data ?? [];
  const { chosen, selected, setSelected } = useSelection(students);
  return (
    <Page
      title={classroom.name}
      subheading={classroom.gradeLevel}
      actions={<Actions students={stats.data} chosen={chosen.length} onOpen={setDialog} />}
    >
      <ClassCodeCard code={classroom.classCode} />
      <Card as="section" aria-label="Students" className="overflow-clip">
        {students.length > 0 && (
          <StudentTable
            students={students}
            selected={selected}
            onSelect={setSelected}
            onDelete={setLeaving}
          />
        )}
        {stats.data?.length === 0 && (
          <NoStudents
            onAdd={() => {
              setDialog('manage-students');
            }}
          />
        )}
        {!stats.data && <QueryError title="The students didn't load" query={stats} />}
      </Card>
      <ClassDialogs
        open={dialog}
        onClose={() => {
          setDialog('none');
        }}
        {...{ classroom, students, chosen }}
        onSelect={setSelected}
      />
      <DeleteStudentDialog
        student={leaving}
        onClose={() => {
          setLeaving(null);
        }}
      />
    </Page>
  );
}

function ClassContent({ classId }: { classId: string }) {
  const classroom = useQuery(classroomQuery(classId));
  const stats = useQuery(studentStatsQuery(classId));
  if (isStatus(classroom.error, 404) || isStatus(stats.error, 404))
    return (
      <Missing title="Class not found" art={<HillArt />}>
        It may have been deleted.
      </Missing>
    );
  if (classroom.isPending || stats.isPending) return <LoadingDashboard />;
  if (classroom.data) return <Dashboard classroom={classroom.data} stats={stats} />;
  return (
    <Card as="section">
      <QueryError level={1} title="The class didn't load" query={classroom} />
    </Card>
  );
}

export function ClassPage() {
  const { classId = '' } = useParams();
  // What was chosen or opened in one class isn't carried into another.
  return <ClassContent key={classId} classId={classId} />;
}
