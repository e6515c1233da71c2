import { t } from '@lingui/core/macro';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router';

import { isStatus } from '@/api/api-error';
import type { Classroom, StudentStats } from '@/api/types';
import { useUser } from '@/auth/session-context';
import { Page } from '@/components/page';
import { type TabItem, Tabs } from '@/components/tabs';
import { classroomQuery } from '@/features/classrooms/queries';
import { studentStatsQuery } from '@/features/students/queries';
import { PageNotFound } from '@/pages/not-found';
import { ClassNotFound } from '@/pages/teacher/not-found-state';
import { useMay } from '@/shared/permissions';
import { QueryView } from '@/shared/query-view';

import { ArchivedClass } from './archived-class';
import { ClassActions } from './class-actions';
import { ClassCodeSection } from './class-code-section';
import { ClassDialogs } from './class-dialogs';
import { ClassGoalSection } from './class-goal-section';
import { ClassSkeleton } from './class-skeleton';
import { ClassSubheading } from './class-subheading';
import { ProgressSection } from './progress-section';
import { StudentsSection } from './students-section';
import { CLASS_GOAL, FULFILLMENT, PROGRESS, STUDENTS, TEACHERS, useTabPath } from './tab-path';
import { TeachersSection } from './teachers-section';
import { type ClassPage as PageState, useClassPage } from './use-class-page';

type DashboardProps = { classroom: Classroom; stats: UseQueryResult<StudentStats[]> };

/** The tabs for those who manage the class, after the students. */
function useManagersTabs(page: PageState, stats: DashboardProps['stats']): TabItem[] {
  const { classroom } = page;
  const { isSample } = useUser();
  if (!useMay(classroom, 'manage')) return [];
  const progress = {
    value: PROGRESS,
    label: t({ message: 'Progress', comment: 'Tab: what the class completed, by week' }),
    panel: <ProgressSection page={page} stats={stats} />,
  };
  const classGoal = {
    value: CLASS_GOAL,
    label: t({ message: 'Class Goal', comment: 'Tab: what a class saves for together' }),
    panel: <ClassGoalSection page={page} />,
  };
  const teachers = {
    value: TEACHERS,
    label: t({ message: 'Teachers', comment: 'Tab: who teaches the class' }),
    panel: <TeachersSection classroom={classroom} />,
  };
  return isSample ? [progress, classGoal] : [progress, classGoal, teachers];
}

function Dashboard({ classroom, stats }: DashboardProps) {
  const page = useClassPage(classroom, stats.data);
  const [tab, setTab] = useTabPath(classroom.id);
  const managersTabs = useManagersTabs(page, stats);
  if (tab === FULFILLMENT)
    return <Navigate to={`/teacher/store?class=${classroom.id}&tab=fulfillment`} replace />;
  const students = (
    <>
      <ClassCodeSection page={page} />
      <StudentsSection page={page} stats={stats} />
    </>
  );
  return (
    <Page
      title={classroom.name}
      subheading={<ClassSubheading page={page} />}
      fillActions
      actions={<ClassActions page={page} />}
    >
      {managersTabs.length === 0 ? (
        students
      ) : (
        <Tabs
          label={t`Of this class`}
          value={tab}
          onValueChange={setTab}
          items={[{ value: STUDENTS, label: t`Students`, panel: students }, ...managersTabs]}
        />
      )}
      <ClassDialogs page={page} />
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
      {(classroom) =>
        classroom.archivedAt === null ? (
          <Dashboard classroom={classroom} stats={stats} />
        ) : (
          <ArchivedClass classroom={classroom} stats={stats} />
        )
      }
    </QueryView>
  );
}

export default function ClassPage() {
  const { classId = '', tab = PROGRESS } = useParams();
  if (![PROGRESS, CLASS_GOAL, FULFILLMENT, TEACHERS].includes(tab)) return <PageNotFound />;
  // Keyed, so that state isn't carried over to another class.
  return <ClassContent key={classId} classId={classId} />;
}
