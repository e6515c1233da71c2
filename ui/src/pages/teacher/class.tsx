import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { QrCode } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useNavigate, useParams } from 'react-router';

import { isStatus } from '@/api/api-error';
import type { Classroom, StudentStats } from '@/api/types';
import { Button, ButtonLink } from '@/components/button';
import { Card } from '@/components/card';
import { sortRows } from '@/components/data-table/table-sort';
import { HillArt } from '@/components/illustrations/art';
import { Coin } from '@/components/illustrations/coin';
import { Page } from '@/components/page';
import { ClassCodeCard } from '@/features/classrooms/class-code-card';
import { ClassMenu } from '@/features/classrooms/class-menu';
import { DeleteClassDialog } from '@/features/classrooms/delete-class-dialog';
import { classroomQuery, useClassrooms } from '@/features/classrooms/queries';
import { AwardDialog } from '@/features/goalbucks/award-dialog';
import { BulkGoalDialog } from '@/features/goals/bulk-goal-dialog';
import { SignedInCount, SignedInMark } from '@/features/presence/signed-in-count';
import { DeleteStudentDialog } from '@/features/students/delete-student-dialog';
import { EraseStudentDialog } from '@/features/students/erase-student-dialog';
import { fullName } from '@/features/students/full-name';
import { ManageStudentsDialog } from '@/features/students/manage-students-dialog';
import { MoveStudentDialog } from '@/features/students/move-student-dialog';
import { studentStatsQuery } from '@/features/students/queries';
import { StudentTable } from '@/features/students/student-table';
import { useIsPhone } from '@/hooks/use-is-phone';
import { QueryView } from '@/shared/query-view';

import { ClassActions, type OpenDialog } from './class-actions';
import { LoadingDashboard, NoStudents } from './class-states';
import { Missing } from './missing';
import { useSignedIn } from './use-signed-in';

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
  const toSelected = {
    onOpenChange: onClose,
    classroomId: classroom.id,
    recipients: sortRows(chosen, fullName, 'ascending').map((student) => ({
      id: student.id,
      name: fullName(student),
    })),
    classSize: students.length,
    onSelectAll: () => {
      onSelect(new Set(students.map(({ id }) => id)));
    },
  };
  const done = () => {
    onClose();
    onSelect(new Set());
  };
  return (
    <>
      <BulkGoalDialog {...toSelected} open={open === 'bulk-goal'} onAssigned={done} />
      <AwardDialog {...toSelected} open={open === 'award'} onAwarded={done} />
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

/** What a row's actions ask: whether the student is deleted or erased, and which class it goes to. */
function useRowQuestions({ id }: Classroom) {
  const [deleting, setDeleting] = useState<StudentStats | null>(null);
  const [moving, setMoving] = useState<StudentStats | null>(null);
  const [erasing, setErasing] = useState<StudentStats | null>(null);
  const otherClasses = useClassrooms().data?.filter((other) => other.id !== id) ?? [];
  const questions = (
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
      <MoveStudentDialog
        student={moving}
        classes={otherClasses}
        onClose={() => {
          setMoving(null);
        }}
      />
    </>
  );
  return { setDeleting, setErasing, setMoving: otherClasses.length > 0 ? setMoving : undefined, questions };
}

/** Beside the number of the selected students: the header is full of what is done to the class. */
function AwardButton({ onPress }: { onPress: () => void }) {
  return (
    <Button icon={<Coin />} className="max-[359px]:px-2! max-[359px]:[&>svg]:hidden" onClick={onPress}>
      Award GoalBucks
    </Button>
  );
}

/** To what the class sees on the board. */
function ConnectLink({ classroom }: { classroom: Classroom }) {
  return (
    <ButtonLink
      variant="link"
      icon={<QrCode aria-hidden />}
      to={`/teacher/connect?class=${classroom.id}`}
      className="max-sm:min-w-10 max-sm:px-0!"
    >
      <span className="max-sm:sr-only">Connect students</span>
    </ButtonLink>
  );
}

type SubheadingProps = {
  gradeLevel: string | null;
  students: readonly StudentStats[];
  signedIn: ReadonlySet<string> | undefined;
};

/** The grade level, and how many are signed in; the line is there before that is known. */
function Subheading({ gradeLevel, students, signedIn }: SubheadingProps) {
  const count = students.filter(({ id }) => signedIn?.has(id)).length;
  return (
    <span className="flex min-h-6 flex-wrap items-center gap-x-3">
      {gradeLevel !== null && <span className="wrap-anywhere">{gradeLevel}</span>}
      {signedIn && students.length > 0 && <SignedInCount signedIn={count} classSize={students.length} />}
    </span>
  );
}

/** On phones deleting the class is in its menu. */
function CodeAndMenu({ classroom, onDelete }: { classroom: Classroom; onDelete: () => void }) {
  const isPhone = useIsPhone();
  return (
    <ClassCodeCard
      code={classroom.classCode}
      connect={<ConnectLink classroom={classroom} />}
      menu={
        <ClassMenu
          classroom={classroom}
          className="max-sm:min-w-10 max-sm:border-transparent"
          onDelete={isPhone ? onDelete : undefined}
        />
      }
    />
  );
}

type DashboardProps = { classroom: Classroom; stats: UseQueryResult<StudentStats[]> };

function Dashboard({ classroom, stats }: DashboardProps) {
  const [dialog, setDialog] = useState<OpenDialog>('none');
  const { setDeleting, setErasing, setMoving, questions } = useRowQuestions(classroom);
  const students = stats.data ?? [];
  const { chosen, selected, setSelected } = useSelection(students);
  const signedIn = useSignedIn(classroom.id);
  const markOf = useCallback(({ id }: StudentStats) => signedIn?.has(id) && <SignedInMark />, [signedIn]);
  const open = (next: OpenDialog) => () => {
    setDialog(next);
  };
  return (
    <Page
      title={classroom.name}
      subheading={<Subheading gradeLevel={classroom.gradeLevel} {...{ students, signedIn }} />}
      fillActions
      actions={<ClassActions students={stats.data} chosen={chosen.length} onOpen={setDialog} />}
    >
      <CodeAndMenu classroom={classroom} onDelete={open('delete-class')} />
      <Card as="section" aria-label="Students" className="overflow-clip">
        <QueryView
          query={stats}
          title="The students didn't load"
          empty={<NoStudents onAdd={open('manage-students')} />}
        >
          {(students) => (
            <StudentTable
              students={students}
              markOf={markOf}
              selected={selected}
              onSelect={setSelected}
              onSelected={<AwardButton onPress={open('award')} />}
              onDelete={setDeleting}
              onMove={setMoving}
              onErase={setErasing}
            />
          )}
        </QueryView>
      </Card>
      <ClassDialogs
        open={dialog}
        onClose={open('none')}
        {...{ classroom, students, chosen }}
        onSelect={setSelected}
      />
      {questions}
    </Page>
  );
}

function ClassContent({ classId }: { classId: string }) {
  const classroom = useQuery(classroomQuery(classId));
  const stats = useQuery(studentStatsQuery(classId));
  if (isStatus(classroom.error, 404) || isStatus(stats.error, 404))
    return (
      <Missing title="Class not found" art={<HillArt />}>
        It may have been deleted, or another teacher has it now.
      </Missing>
    );
  return (
    <QueryView
      query={classroom}
      level={1}
      variant="card"
      pending={stats.isPending}
      title="The class didn't load"
      skeleton={<LoadingDashboard />}
    >
      {(classroom) => <Dashboard classroom={classroom} stats={stats} />}
    </QueryView>
  );
}

export default function ClassPage() {
  const { classId = '' } = useParams();
  // What was chosen or opened in one class isn't carried into another.
  return <ClassContent key={classId} classId={classId} />;
}
