import { t } from '@lingui/core/macro';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useParams } from 'react-router';

import { isStatus } from '@/api/api-error';
import type { Classroom, StudentStats } from '@/api/types';
import { Page } from '@/components/page';
import { classroomQuery } from '@/features/classrooms/queries';
import { studentStatsQuery } from '@/features/students/queries';
import { ClassNotFound } from '@/pages/teacher/not-found-state';
import { QueryView } from '@/shared/query-view';

import { ClassActions } from './class-actions';
import { ClassCodeSection } from './class-code-section';
import { ClassDialogs } from './class-dialogs';
import { ClassSkeleton } from './class-skeleton';
import { ClassSubheading } from './class-subheading';
import { StudentsSection } from './students-section';
import { useClassPage } from './use-class-page';

type DashboardProps = { classroom: Classroom; stats: UseQueryResult<StudentStats[]> };

function Dashboard({ classroom, stats }: DashboardProps) {
  const page = useClassPage(classroom, stats.data);
  return (
    <Page
      title={classroom.name}
      subheading={<ClassSubheading page={page} />}
      fillActions
      actions={<ClassActions page={page} />}
    >
      <ClassCodeSection page={page} />
      <StudentsSection page={page} stats={stats} />
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
      {(classroom) => <Dashboard classroom={classroom} stats={stats} />}
    </QueryView>
  );
}

export default function ClassPage() {
  const { classId = '' } = useParams();
  // Keyed, so that state isn't carried over to another class.
  return <ClassContent key={classId} classId={classId} />;
}
