import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { FileText } from 'lucide-react';

import type { ClassProgress, StudentStats } from '@/api/types';
import { ButtonLink } from '@/components/button';
import { Card } from '@/components/card';
import type { Time } from '@/features/progress/queries';
import { ProgressCharts } from '@/features/progress/teacher/charts';
import { ProgressFacts } from '@/features/progress/teacher/progress-facts';
import { ProgressTable } from '@/features/progress/teacher/progress-table';
import { classProgressQuery } from '@/features/progress/teacher/queries';
import { areEmpty, NothingYet, ProgressSkeleton } from '@/features/progress/teacher/states';
import { TimeSelect, useTime } from '@/features/progress/teacher/time-select';
import { fullName, nameSortKey } from '@/features/students/full-name';
import { useMay } from '@/shared/permissions';
import { QueryView } from '@/shared/query-view';

import { NoStudents } from './no-students';
import { ProgressLists } from './progress-lists';
import type { PartProps } from './use-class-page';

type SumsProps = PartProps & { progress: ClassProgress };

function Sums({ page, progress }: SumsProps) {
  const students = new Map(page.allStudents.map((student) => [student.id, student]));
  const rows = progress.students.flatMap((sums) => {
    const student = students.get(sums.studentId);
    return student ? [{ ...sums, name: fullName(student), sortKey: nameSortKey(student) }] : [];
  });
  return (
    <Card as="section" aria-label={t`Each student`} className="mt-4 overflow-clip">
      <ProgressTable rows={rows} />
    </Card>
  );
}

type ContentProps = SumsProps & { time: Time; onShowTerm: () => void };

function Content({ page, progress, time, onShowTerm }: ContentProps) {
  const isCurrent = useMay(page.classroom, 'manage');
  const lists = isCurrent && <ProgressLists page={page} progress={progress} />;
  if (areEmpty(progress.weeks)) {
    return (
      <>
        <NothingYet {...(time === '8weeks' && { onShowTerm })} />
        {lists}
      </>
    );
  }
  return (
    <>
      <ProgressFacts progress={progress} withWaiting={isCurrent} />
      <ProgressCharts weeks={progress.weeks} />
      {lists}
      <Sums page={page} progress={progress} />
    </>
  );
}

function Progress({ page, isLoaded }: PartProps & { isLoaded: boolean }) {
  const [time, setTime] = useTime();
  const query = useQuery(classProgressQuery(page.classroom.id, time));
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <TimeSelect classroomId={page.classroom.id} time={time} onChange={setTime} period={query.data} />
        <ButtonLink
          icon={<FileText aria-hidden />}
          to={`/teacher/class/${page.classroom.id}/reports${time === '8weeks' ? '' : `?time=${time}`}`}
        >
          <Trans>Conference Reports</Trans>
        </ButtonLink>
      </div>
      <QueryView
        query={query}
        variant="card"
        title={t`Progress didn't load`}
        loading={t`Loading progress...`}
        pending={!isLoaded}
        skeleton={<ProgressSkeleton />}
      >
        {(progress) => (
          <Content
            page={page}
            progress={progress}
            time={time}
            onShowTerm={() => {
              setTime('term');
            }}
          />
        )}
      </QueryView>
    </>
  );
}

/** What the class completed, earned and spent by week, and what is to be done about now. */
export function ProgressSection({ page, stats }: PartProps & { stats: UseQueryResult<StudentStats[]> }) {
  if (stats.data?.length !== 0) return <Progress page={page} isLoaded={stats.data !== undefined} />;
  return (
    <Card>
      <NoStudents
        classroomId={page.classroom.id}
        onManage={() => {
          page.open({ kind: 'manage-students' });
        }}
      />
    </Card>
  );
}
