import { t } from '@lingui/core/macro';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router';

import { isStatus } from '@/api/api-error';
import { isSchoolServer } from '@/api/server-kind';
import type { Classroom, StudentStats } from '@/api/types';
import { useUser } from '@/auth/session-context';
import { Page } from '@/components/page';
import { Tabs } from '@/components/tabs';
import { classroomQuery } from '@/features/classrooms/queries';
import { studentStatsQuery } from '@/features/students/queries';
import { SubstituteCodeCard } from '@/features/substitutes/substitute-code-card';
import NotFoundPage from '@/pages/not-found';
import { ClassNotFound } from '@/pages/teacher/not-found-state';
import { useMay } from '@/shared/permissions';
import { QueryView } from '@/shared/query-view';

import { ArchivedClass } from './archived-class';
import { ClassActions } from './class-actions';
import { ClassCodeSection } from './class-code-section';
import { ClassDialogs } from './class-dialogs';
import { ClassSkeleton } from './class-skeleton';
import { ClassSubheading } from './class-subheading';
import { ProgressSection } from './progress-section';
import { StudentsSection } from './students-section';
import { FULFILLMENT, PROGRESS, STUDENTS, TEACHERS, useTabPath } from './tab-path';
import { useClassPage } from './use-class-page';

/** The owner of a class on a class computer chooses who else works in it; nobody else works in the sample class. */
function useHasTeachersTab(classroom: Classroom): boolean {
  const mayAdminister = useMay(classroom, 'administer');
  const { isSample } = useUser();
  return mayAdminister && !isSchoolServer() && !isSample;
}

type DashboardProps = { classroom: Classroom; stats: UseQueryResult<StudentStats[]> };

function Dashboard({ classroom, stats }: DashboardProps) {
  const page = useClassPage(classroom, stats.data);
  const [tab, setTab] = useTabPath(classroom.id);
  const mayManage = useMay(classroom, 'manage');
  const hasTeachersTab = useHasTeachersTab(classroom);
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
      {mayManage ? (
        <Tabs
          label={t`Of this class`}
          value={tab}
          onValueChange={setTab}
          items={[
            { value: STUDENTS, label: t`Students`, panel: students },
            {
              value: PROGRESS,
              label: t({ message: 'Progress', comment: 'Tab: what the class completed, by week' }),
              panel: <ProgressSection page={page} stats={stats} />,
            },
            ...(hasTeachersTab
              ? [{ value: TEACHERS, label: t`Teachers`, panel: <SubstituteCodeCard classroom={classroom} /> }]
              : []),
          ]}
        />
      ) : (
        students
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
  if (tab !== PROGRESS && tab !== FULFILLMENT && tab !== TEACHERS) return <NotFoundPage />;
  // Keyed, so that state isn't carried over to another class.
  return <ClassContent key={classId} classId={classId} />;
}
