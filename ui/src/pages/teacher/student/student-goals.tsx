import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';

import { isStatus } from '@/api/api-error';
import type { Student } from '@/api/types';
import { useIsSubstitute } from '@/auth/substitute';
import { Breadcrumb } from '@/components/breadcrumb';
import { Button } from '@/components/button';
import { ChairsArt } from '@/components/illustrations/illustrations';
import { Page } from '@/components/page';
import { ArchivedStrip } from '@/features/classrooms/archived-strip';
import { classroomQuery } from '@/features/classrooms/queries';
import { CorrectBalanceDialog } from '@/features/goalbucks/correct-balance-dialog';
import { AssignGoalDialog } from '@/features/goals/teacher/assign-goal-dialog';
import { GoalTotalsCard, Total } from '@/features/goals/teacher/goal-totals-card';
import { EraseStudentDialog } from '@/features/students/erase-student-dialog';
import { fullName } from '@/features/students/full-name';
import { LockedMark } from '@/features/students/locked-mark';
import { balanceQuery, studentQuery } from '@/features/students/queries';
import NotFoundPage from '@/pages/not-found';
import { NotFoundState } from '@/pages/teacher/not-found-state';
import { useLocked } from '@/pages/teacher/use-locked';
import { Amount } from '@/shared/amount';
import { HelpLink } from '@/shared/help-link';
import { useMay } from '@/shared/permissions';
import { QueryView } from '@/shared/query-view';
import type { Recipient } from '@/shared/recipient-summary';
import { RetryButton } from '@/shared/retry-button';

import { StudentActions } from './student-actions';
import { StudentGoalsSkeleton } from './student-goals-skeleton';
import { STUDENT_TABS, StudentTabs, SUBSTITUTE_TABS } from './student-tabs';

function BalanceTotal({ student, mayCorrect }: { student: Recipient; mayCorrect: boolean }) {
  const query = useQuery(balanceQuery(student.id));
  const [correcting, setCorrecting] = useState(false);
  const balance = query.data?.balance;
  return (
    <>
      <Total
        label={t`Balance`}
        hint={t`To spend now: with awards and corrections, less purchases and gifts to class goals`}
        action={
          balance !== undefined &&
          mayCorrect && (
            <Button
              variant="link"
              className="tracking-normal"
              onClick={() => {
                setCorrecting(true);
              }}
            >
              <Trans>Correct balance</Trans>
            </Button>
          )
        }
      >
        {balance !== undefined ? (
          <Amount hideUnit value={balance} />
        ) : query.isError ? (
          <RetryButton query={query} />
        ) : undefined}
      </Total>
      {balance !== undefined && (
        <CorrectBalanceDialog
          student={student}
          balance={balance}
          open={correcting}
          onOpenChange={setCorrecting}
        />
      )}
    </>
  );
}

function StudentGoals({ student, onErase }: { student: Student; onErase: () => void }) {
  const classroom = useQuery(classroomQuery(student.classroomId)).data;
  const mayManage = useMay(classroom, 'manage');
  const mayUnlock = useMay(classroom, 'review');
  const isLocked = useLocked(student.classroomId).has(student.id) && mayUnlock;
  const [assigning, setAssigning] = useState(false);
  const recipient = { id: student.id, classroomId: student.classroomId, name: fullName(student) };
  const assign = () => {
    setAssigning(true);
  };
  return (
    <Page
      title={t`Student Goals`}
      heading={<bdi>{recipient.name}</bdi>}
      subheading={
        <span className="flex flex-wrap items-center gap-x-3">
          <bdi className="wrap-anywhere">@{student.username}</bdi>
          {isLocked && (
            <>
              <LockedMark student={student} />
              <HelpLink answer="a-child-is-locked-out" />
            </>
          )}
        </span>
      }
      breadcrumb={
        <Breadcrumb
          crumbs={[
            { label: classroom?.name ?? t`Class`, to: `/teacher/class/${student.classroomId}` },
            { label: t`Student Goals` },
          ]}
        />
      }
      actions={<StudentActions student={student} classroom={classroom} onAssign={assign} onErase={onErase} />}
    >
      <ArchivedStrip classroom={classroom} />
      <GoalTotalsCard studentId={student.id}>
        <BalanceTotal student={recipient} mayCorrect={mayManage} />
      </GoalTotalsCard>
      <StudentTabs student={recipient} classroom={classroom} onAssign={assign} />
      <AssignGoalDialog
        recipient={recipient}
        ownerId={classroom?.teacherId}
        open={assigning}
        onOpenChange={setAssigning}
      />
    </Page>
  );
}

type StudentGoalsContentProps = { studentId: string; onErase: (student: Student) => void };

function StudentGoalsContent({ studentId, onErase }: StudentGoalsContentProps) {
  const student = useQuery(studentQuery(studentId));
  if (isStatus(student.error, 404))
    return (
      <NotFoundState title={t`Student not found`} art={<ChairsArt />}>
        <Trans>The student may have been deleted, or is in a class that you no longer teach.</Trans>
      </NotFoundState>
    );
  return (
    <QueryView
      query={student}
      level={1}
      variant="card"
      title={t`The student didn't load`}
      skeleton={<StudentGoalsSkeleton />}
    >
      {(student) => (
        <StudentGoals
          key={studentId}
          student={student}
          onErase={() => {
            onErase(student);
          }}
        />
      )}
    </QueryView>
  );
}

export default function StudentPage() {
  const { studentId = '', tab = '' } = useParams();
  const navigate = useNavigate();
  const [erasing, setErasing] = useState<Student | null>(null);
  const tabs = useIsSubstitute() ? SUBSTITUTE_TABS : STUDENT_TABS;
  if (!tabs.includes(tab)) return <NotFoundPage />;
  return (
    <>
      <StudentGoalsContent studentId={studentId} onErase={setErasing} />
      {/* Outside the content, because the dialog outlives the deleted student. */}
      <EraseStudentDialog
        student={erasing}
        onErased={() => {
          if (erasing) void navigate(`/teacher/class/${erasing.classroomId}`, { replace: true });
        }}
        onClose={() => {
          setErasing(null);
        }}
      />
    </>
  );
}
