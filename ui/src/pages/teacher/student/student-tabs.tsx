import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useNavigate, useParams } from 'react-router';

import type { Classroom } from '@/api/types';
import { useIsSubstitute } from '@/auth/substitute';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { EmptyState } from '@/components/empty-state';
import { CupArt } from '@/components/illustrations/illustrations';
import { Tabs } from '@/components/tabs';
import { TeacherGoalbucksHistory } from '@/features/goalbucks/teacher-goalbucks-history';
import { PrintGoals } from '@/features/goals/teacher/print-goals';
import { balanceQuery } from '@/features/students/queries';
import { Portfolio } from '@/features/submissions/portfolio/portfolio';
import { PrintWork } from '@/features/submissions/portfolio/print-work';
import { HelpLink } from '@/shared/help-link';
import { useMay } from '@/shared/permissions';
import type { Recipient } from '@/shared/recipient-summary';

import { PrintReportLink, ProgressPanel } from './progress-panel';
import { StudentGoalLists } from './student-goal-lists';

/** The last parts of the page's path. */
export const STUDENT_TABS = ['goals', 'work', 'progress', 'history'];
/** Those of a substitute's page. */
export const SUBSTITUTE_TABS = ['goals', 'history'];

/** The tab is the last part of the page's path. */
function useTabPath() {
  const { tab = '' } = useParams();
  const navigate = useNavigate();
  const setTab = (next: string) => {
    // A click fires twice: by the focus and by itself.
    if (next !== tab) void navigate(`../${next}`, { relative: 'path', replace: true });
  };
  return [tab, setTab] as const;
}

type StudentTabsProps = {
  student: Recipient & { classroomId: string };
  /** Undefined while it loads. */
  classroom: Classroom | undefined;
  onAssign: () => void;
};

function GoalsPanel({ student, classroom, onAssign }: StudentTabsProps) {
  const balance = useQuery(balanceQuery(student.id)).data?.balance;
  const mayManage = useMay(classroom, 'manage');
  return (
    <StudentGoalLists
      studentId={student.id}
      studentName={student.name}
      balance={balance}
      assign={
        mayManage && (
          <Button icon={<Plus aria-hidden />} onClick={onAssign}>
            <Trans>Assign Goal</Trans>
          </Button>
        )
      }
      readOnly={!mayManage}
    />
  );
}

function WorkPanel({ studentId }: { studentId: string }) {
  return (
    <>
      <Portfolio
        studentId={studentId}
        empty={
          <EmptyState art={<CupArt />} title={t`No work yet`}>
            <Trans>Photos and notes of completed goals are kept here.</Trans>
          </EmptyState>
        }
      />
      <HelpLink answer="a-conference-with-parents" className="mt-2" />
    </>
  );
}

function HistoryPanel({ student, classroom }: Omit<StudentTabsProps, 'onAssign'>) {
  const mayTakeBack = useMay(classroom, 'review');
  return (
    <>
      <Card as="section" aria-label={t`GoalBucks History`}>
        <TeacherGoalbucksHistory
          studentId={student.id}
          studentName={student.name}
          empty={t`Whatever changes the balance stands here, with its reason.`}
          mayTakeBack={mayTakeBack}
        />
      </Card>
      <HelpLink answer="take-goalbucks-back" className="mt-2" />
    </>
  );
}

type PrintProps = Omit<StudentTabsProps, 'onAssign'> & { tab: string };

/** The button that prints the tab. */
function Print({ tab, student, classroom }: PrintProps) {
  const { id, name } = student;
  const balance = useQuery(balanceQuery(id)).data?.balance;
  const printed = { studentId: id, studentName: name, className: classroom?.name };
  if (tab === 'progress') return <PrintReportLink student={student} />;
  if (tab === 'goals') return <PrintGoals {...printed} balance={balance} />;
  return tab === 'work' && <PrintWork {...printed} />;
}

/** The tabs that a substitute doesn't have. */
const tabsOfTeachers = (student: StudentTabsProps['student']) => [
  {
    value: 'work',
    label: t({ message: 'Work', comment: "Tab: the student's photos and notes" }),
    panel: <WorkPanel studentId={student.id} />,
  },
  {
    value: 'progress',
    label: t({ message: 'Progress', comment: 'Tab' }),
    panel: <ProgressPanel student={student} />,
  },
];

/** Tabs: goals, work, progress and balance history. */
export function StudentTabs({ student, classroom, onAssign }: StudentTabsProps) {
  const [tab, setTab] = useTabPath();
  const isSubstitute = useIsSubstitute();
  return (
    <Tabs
      label={t`Of this student`}
      value={tab}
      onValueChange={setTab}
      aside={!isSubstitute && <Print tab={tab} student={student} classroom={classroom} />}
      items={[
        {
          value: 'goals',
          label: t`Goals`,
          panel: <GoalsPanel student={student} classroom={classroom} onAssign={onAssign} />,
        },
        ...(isSubstitute ? [] : tabsOfTeachers(student)),
        {
          value: 'history',
          label: t`GoalBucks History`,
          panel: <HistoryPanel student={student} classroom={classroom} />,
        },
      ]}
    />
  );
}
