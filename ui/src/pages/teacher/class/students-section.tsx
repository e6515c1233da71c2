import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { ArrowRightLeft, Plus } from 'lucide-react';

import type { StudentStats } from '@/api/types';
import { useUser } from '@/auth/session-context';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { Coin } from '@/components/illustrations/coin';
import { SkeletonRows } from '@/components/skeleton';
import { QuickAwards } from '@/features/goalbucks/quick-awards';
import { recentAwardsQuery } from '@/features/goalbucks/recent-awards-query';
import { GroupChips } from '@/features/groups/group-chips';
import { SignedInMark } from '@/features/presence/signed-in-count';
import { AwayList } from '@/features/students/away-list';
import { LockedMark } from '@/features/students/locked-mark';
import { StudentTable } from '@/features/students/student-table';
import { classNames } from '@/lib/class-names';
import { useLocked } from '@/pages/teacher/use-locked';
import { useSignedIn } from '@/pages/teacher/use-signed-in';
import { useMay } from '@/shared/permissions';
import { QueryView } from '@/shared/query-view';

import { useFirstSteps } from './first-steps';
import { NoStudents } from './no-students';
import { StudentRowActions } from './student-row-actions';
import type { PartProps } from './use-class-page';

function AwardButton({ page: { classroom, open }, className }: PartProps & { className?: string }) {
  if (!useMay(classroom, 'review')) return null;
  return (
    <Button
      icon={<Coin />}
      className={classNames('max-[359px]:px-2! max-[359px]:[&>svg]:hidden', className)}
      onClick={() => {
        open({ kind: 'award' });
      }}
    >
      <Trans>Award GoalBucks</Trans>
    </Button>
  );
}

function AssignButton({ page: { classroom, open } }: PartProps) {
  if (!useMay(classroom, 'manage')) return null;
  return (
    <Button
      variant="primary"
      icon={<Plus aria-hidden />}
      onClick={() => {
        open({ kind: 'bulk-goal' });
      }}
    >
      <Trans>Assign Goal</Trans>
    </Button>
  );
}

/** Opens the dialog that moves the ticked students; null without another class. */
function MoveButton({ page: { classroom, students, selectedStudents, moveTargets, open } }: PartProps) {
  const mayMove = useMay(classroom, 'administer');
  if (!mayMove || moveTargets.length === 0) return null;
  return (
    <Button
      variant="ghost"
      icon={<ArrowRightLeft aria-hidden />}
      title={t`Move to Another Class`}
      className="max-xl:min-w-(--control) max-sm:grow-0! max-sm:[&_svg]:block!"
      onClick={() => {
        open({ kind: 'move-students', students: selectedStudents, classSize: students.length });
      }}
    >
      <span className="max-xl:sr-only">
        <Trans>Move to Another Class</Trans>
      </span>
    </Button>
  );
}

/** The teacher's recent awards for the selected students; null before the first award. */
function useQuickAwards({ classroom, selectedStudents, select, deselect }: PartProps['page']) {
  const mayAward = useMay(classroom, 'review');
  // Read with the page, so that the bar doesn't grow after it is shown.
  const { data: recent = [] } = useQuery(recentAwardsQuery(useUser().id));
  if (!mayAward || recent.length === 0) return null;
  return (
    <QuickAwards
      classroomId={classroom.id}
      recent={recent}
      studentIds={selectedStudents.map(({ id }) => id)}
      onAwarded={deselect}
      onTakenBack={(studentIds) => {
        select(new Set(studentIds));
      }}
    />
  );
}

/** The class's groups, each of which ticks its students. */
function Groups({ page: { classroom, students, groups, selected, select, open } }: PartProps) {
  if (!useMay(classroom, 'manage') || groups.isError) return null;
  return (
    <GroupChips
      groups={groups.data}
      studentIds={students.map(({ id }) => id)}
      selected={selected}
      onSelect={select}
      onSave={() => {
        open({ kind: 'save-group' });
      }}
      onEdit={() => {
        open({ kind: 'edit-groups' });
      }}
    />
  );
}

/** Marks after the names of signed-in and of locked students. */
function useStudentMarks(classroomId: string) {
  const signedIn = useSignedIn(classroomId);
  const locked = useLocked(classroomId);
  return (student: StudentStats) => (
    <>
      {signedIn?.has(student.id) && <SignedInMark />}
      {locked.has(student.id) && <LockedMark student={student} />}
    </>
  );
}

/** The students, with the actions for a row and for the selected ones. */
function Students({ page }: PartProps) {
  const renderMark = useStudentMarks(page.classroom.id);
  const quickAwards = useQuickAwards(page);
  return (
    <StudentTable
      students={page.students}
      renderMark={renderMark}
      renderActions={(student) => <StudentRowActions page={page} student={student} />}
      selected={page.selected}
      onSelect={page.select}
      aboveRows={<Groups page={page} />}
      unselectedActions={<AwardButton page={page} className="max-sm:hidden" />}
      aboveActions={quickAwards}
      selectedActions={
        <>
          <MoveButton page={page} />
          <AwardButton page={page} />
          <AssignButton page={page} />
        </>
      }
    />
  );
}

/** What is left to do for a new class, and its students. */
export function StudentsSection({ page, stats }: PartProps & { stats: UseQueryResult<StudentStats[]> }) {
  const { classroom, open } = page;
  const mayManage = useMay(classroom, 'manage');
  const firstSteps = useFirstSteps({
    classroom,
    students: stats.data && page.students,
    onPrintCards: page.loginCards.openForMissing,
    onFirstGoal: () => {
      page.selectAll();
      open({ kind: 'bulk-goal' });
    },
  });
  return (
    <>
      {firstSteps.notice}
      <Card as="section" aria-label={t`Students`} className="overflow-clip">
        <QueryView
          query={stats}
          title={t`The students didn't load`}
          pending={firstSteps.pending}
          skeleton={<SkeletonRows rows={10} />}
          empty={
            <NoStudents
              classroomId={classroom.id}
              onManage={
                mayManage
                  ? () => {
                      open({ kind: 'manage-students' });
                    }
                  : undefined
              }
            />
          }
        >
          {() => <Students page={page} />}
        </QueryView>
      </Card>
      <AwayList
        students={page.allStudents.filter(({ awaySince }) => awaySince !== null)}
        renderMenu={(student) => <StudentRowActions page={page} student={student} />}
      />
    </>
  );
}
