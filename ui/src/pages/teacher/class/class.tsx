import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { FileUp, Plus, QrCode } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useNavigate, useParams } from 'react-router';

import { isStatus } from '@/api/api-error';
import type { Classroom, StudentStats } from '@/api/types';
import { Button, ButtonLink } from '@/components/button';
import { Card } from '@/components/card';
import { Coin } from '@/components/illustrations/coin';
import { MenuItem } from '@/components/menu';
import { Page } from '@/components/page';
import { SkeletonRows } from '@/components/skeleton';
import { ClassCodeCard } from '@/features/classrooms/class-code-card';
import { ClassMenu } from '@/features/classrooms/class-menu';
import { classroomQuery } from '@/features/classrooms/queries';
import { usePictureDialogs } from '@/features/pictures/use-picture-dialogs';
import { SignedInCount, SignedInMark } from '@/features/presence/signed-in-count';
import { LockedMark } from '@/features/students/locked-mark';
import { studentStatsQuery } from '@/features/students/queries';
import { StudentTable } from '@/features/students/student-table';
import { useIsPhone } from '@/hooks/use-is-phone';
import { classNames } from '@/lib/class-names';
import { ClassNotFound } from '@/pages/teacher/not-found-state';
import { useLocked } from '@/pages/teacher/use-locked';
import { useSignedIn } from '@/pages/teacher/use-signed-in';
import { QueryView } from '@/shared/query-view';

import { ClassActions, type OpenDialog } from './class-actions';
import { ClassDialogs, useStudentDialogs } from './class-dialogs';
import { LoginCardsButton, useLoginCards } from './class-login-cards';
import { ClassSkeleton } from './class-skeleton';
import { useFirstSteps } from './first-steps';
import { NoStudents } from './no-students';

function useSelection(students: StudentStats[]) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  // Drops students deleted meanwhile.
  const selectedStudents = students.filter(({ id }) => selected.has(id));
  return { selectedStudents, selected: new Set(selectedStudents.map(({ id }) => id)), setSelected };
}

function AwardButton({ className, onPress }: { className?: string; onPress: () => void }) {
  return (
    <Button
      icon={<Coin />}
      className={classNames('max-[359px]:px-2! max-[359px]:[&>svg]:hidden', className)}
      onClick={onPress}
    >
      <Trans>Award GoalBucks</Trans>
    </Button>
  );
}

/** Link to the page for the projector. */
function ConnectLink({ classroom }: { classroom: Classroom }) {
  return (
    <ButtonLink
      variant="link"
      icon={<QrCode aria-hidden />}
      to={`/teacher/connect?class=${classroom.id}`}
      className="max-sm:min-w-10 max-sm:px-0! sm:max-xl:[&>svg]:hidden"
    >
      <span className="max-sm:sr-only">
        <Trans>Connect students</Trans>
      </span>
    </ButtonLink>
  );
}

type SubheadingProps = {
  gradeLevel: string | null;
  students: readonly StudentStats[];
  signedIn: ReadonlySet<string> | undefined;
};

/** Grade level and number of signed-in students. */
function Subheading({ gradeLevel, students, signedIn }: SubheadingProps) {
  const count = students.filter(({ id }) => signedIn?.has(id)).length;
  return (
    <span className="flex min-h-6 flex-wrap items-center gap-x-3">
      {gradeLevel !== null && <span className="wrap-anywhere">{gradeLevel}</span>}
      {signedIn && students.length > 0 && <SignedInCount signedIn={count} classSize={students.length} />}
    </span>
  );
}

type ClassCodeSectionProps = { classroom: Classroom; loginCards: ReactNode; onDelete: () => void };

/** On phones deleting the class is in its menu. */
function ClassCodeSection({ classroom, loginCards, onDelete }: ClassCodeSectionProps) {
  const isPhone = useIsPhone();
  const navigate = useNavigate();
  const { item, dialogs } = usePictureDialogs(classroom);
  return (
    <ClassCodeCard
      code={classroom.classCode}
      connect={<ConnectLink classroom={classroom} />}
      loginCards={loginCards}
      menu={
        <>
          <ClassMenu
            classroom={classroom}
            className="max-sm:min-w-10 max-sm:border-transparent"
            onDelete={isPhone ? onDelete : undefined}
          >
            <MenuItem
              icon={<FileUp aria-hidden />}
              onSelect={() => void navigate(`/teacher/class/${classroom.id}/import`)}
            >
              <Trans>Import a List</Trans>
            </MenuItem>
            {item}
          </ClassMenu>
          {dialogs}
        </>
      }
    />
  );
}

type StudentsSectionProps = Omit<
  ComponentProps<typeof StudentTable>,
  'students' | 'unselectedActions' | 'selectedActions'
> & {
  classroom: Classroom;
  stats: UseQueryResult<StudentStats[]>;
  onManage: () => void;
  onAssign: () => void;
  onAward: () => void;
  onPrintCards: () => void;
};

function StudentsSection(props: StudentsSectionProps) {
  const { classroom, stats, onManage, onAssign, onAward, onPrintCards, ...table } = props;
  const onFirstGoal = () => {
    table.onSelect(new Set(stats.data?.map(({ id }) => id)));
    onAssign();
  };
  const firstSteps = useFirstSteps({ classroom, students: stats.data, onPrintCards, onFirstGoal });
  return (
    <>
      {firstSteps.notice}
      <Card as="section" aria-label={t`Students`} className="overflow-clip">
        <QueryView
          query={stats}
          title={t`The students didn't load`}
          pending={firstSteps.pending}
          skeleton={<SkeletonRows rows={10} />}
          empty={<NoStudents classroomId={classroom.id} onManage={onManage} />}
        >
          {(students) => (
            <StudentTable
              {...table}
              students={students}
              unselectedActions={<AwardButton className="max-sm:hidden" onPress={onAward} />}
              selectedActions={
                <>
                  <AwardButton onPress={onAward} />
                  <Button variant="primary" icon={<Plus aria-hidden />} onClick={onAssign}>
                    <Trans>Assign Goal</Trans>
                  </Button>
                </>
              }
            />
          )}
        </QueryView>
      </Card>
    </>
  );
}

/** Marks after the names of signed-in and of locked students. */
function useStudentMarks(classroomId: string, signedIn: ReadonlySet<string> | undefined) {
  const locked = useLocked(classroomId);
  return (student: StudentStats) => (
    <>
      {signedIn?.has(student.id) && <SignedInMark />}
      {locked.has(student.id) && <LockedMark student={student} />}
    </>
  );
}

type DashboardProps = { classroom: Classroom; stats: UseQueryResult<StudentStats[]> };

function Dashboard({ classroom, stats }: DashboardProps) {
  const [dialog, setDialog] = useState<OpenDialog>('none');
  const { dialogs, ...rowActions } = useStudentDialogs(classroom);
  const students = stats.data ?? [];
  const { selectedStudents, selected, setSelected } = useSelection(students);
  const loginCards = useLoginCards(classroom, students, selected);
  const signedIn = useSignedIn(classroom.id);
  const renderMark = useStudentMarks(classroom.id, signedIn);
  const open = (next: OpenDialog) => () => {
    setDialog(next);
  };
  return (
    <Page
      title={classroom.name}
      subheading={<Subheading gradeLevel={classroom.gradeLevel} {...{ students, signedIn }} />}
      fillActions
      actions={
        <ClassActions students={stats.data} selectedCount={selectedStudents.length} onOpen={setDialog} />
      }
    >
      <ClassCodeSection
        classroom={classroom}
        loginCards={students.length > 0 && <LoginCardsButton onPress={loginCards.open} />}
        onDelete={open('delete-class')}
      />
      <StudentsSection
        {...{ classroom, stats, renderMark, selected }}
        onSelect={setSelected}
        onManage={open('manage-students')}
        onAssign={open('bulk-goal')}
        onAward={open('award')}
        onDelete={rowActions.setDeleting}
        onMove={rowActions.setMoving}
        onErase={rowActions.setErasing}
        onSetPassword={rowActions.setSettingPassword}
        onPrintCard={loginCards.openFor}
        onPrintCards={loginCards.openForMissing}
      />
      <ClassDialogs
        open={dialog}
        onClose={open('none')}
        {...{ classroom, students, selectedStudents }}
        onSelect={setSelected}
      />
      {dialogs}
      {loginCards.dialog}
    </Page>
  );
}

function ClassContent({ classId }: { classId: string }) {
  const classroom = useQuery(classroomQuery(classId));
  const stats = useQuery(studentStatsQuery(classId));
  if (isStatus(classroom.error, 404) || isStatus(stats.error, 404)) return <ClassNotFound />;
  return (
    <QueryView
      query={classroom}
      level={1}
      variant="card"
      pending={stats.isPending}
      title={t`The class didn't load`}
      skeleton={<ClassSkeleton />}
    >
      {(classroom) => <Dashboard classroom={classroom} stats={stats} />}
    </QueryView>
  );
}

export default function ClassPage() {
  const { classId = '' } = useParams();
  // Keyed, so that state isn't carried over to another class.
  return <ClassContent key={classId} classId={classId} />;
}
