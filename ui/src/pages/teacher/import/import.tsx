import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useParams } from 'react-router';

import { isStatus } from '@/api/api-error';
import type { Classroom, Student, StudentStats } from '@/api/types';
import { Button } from '@/components/button';
import { usePageTitle } from '@/components/page';
import { Loading, SkeletonRows } from '@/components/skeleton';
import { classroomQuery } from '@/features/classrooms/queries';
import { ImportRoster } from '@/features/roster/import-roster';
import { studentStatsQuery } from '@/features/students/queries';
import { ClassNotFound } from '@/pages/teacher/not-found-state';
import { useCardAddress } from '@/pages/teacher/use-card-address';
import { usePrintLoginCards } from '@/pages/teacher/use-print-login-cards';
import { QueryView } from '@/shared/query-view';
import { Redirect } from '@/shared/redirect';

function ImportSkeleton() {
  usePageTitle(t`Import students`);
  return (
    <div className="mx-auto max-w-page">
      <h1 className="mb-4">
        <Trans>Import students</Trans>
      </h1>
      <Loading label={t`Loading...`}>
        <SkeletonRows />
      </Loading>
    </div>
  );
}

type PrintCardsProps = {
  classroom: Classroom;
  /** All students of the class; undefined while they load. */
  students: StudentStats[] | undefined;
  added: readonly Student[];
};

/** Prints the login cards of the students who were added. */
function PrintCards({ classroom, students, added }: PrintCardsProps) {
  const { print, dialog } = usePrintLoginCards(classroom, students ?? []);
  return (
    <>
      <Button
        variant="primary"
        icon={<Printer aria-hidden />}
        disabled={!students}
        onClick={() => {
          print({ selected: new Set(added.map(({ id }) => id)), who: 'selected' });
        }}
      >
        <Trans>Print Login Cards</Trans>
      </Button>
      {dialog}
    </>
  );
}

function ImportContent({ classId }: { classId: string }) {
  const classroom = useQuery(classroomQuery(classId));
  const { data: students } = useQuery(studentStatsQuery(classId));
  const { address } = useCardAddress();
  if (isStatus(classroom.error, 404)) return <ClassNotFound />;
  if (classroom.data?.archivedAt) return <Redirect to={`/teacher/class/${classId}`} />;
  return (
    <QueryView
      query={classroom}
      level={1}
      variant="card"
      title={t`The class didn't load`}
      skeleton={<ImportSkeleton />}
    >
      {(classroom) => (
        <ImportRoster
          classroom={classroom}
          address={address}
          studentCount={students?.length}
          renderPrintCards={(added) => <PrintCards classroom={classroom} students={students} added={added} />}
        />
      )}
    </QueryView>
  );
}

export default function ImportPage() {
  const { classId = '' } = useParams();
  return <ImportContent key={classId} classId={classId} />;
}
