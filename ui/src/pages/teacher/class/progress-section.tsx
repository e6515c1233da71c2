import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { FileText } from 'lucide-react';

import type { ClassProgress, StudentStats } from '@/api/types';
import { Button, ButtonLink } from '@/components/button';
import { Card } from '@/components/card';
import { EmptyState } from '@/components/empty-state';
import { HillArt } from '@/components/illustrations/illustrations';
import { Skeleton } from '@/components/skeleton';
import { ProgressCharts } from '@/features/progress/teacher/charts';
import { ProgressFacts } from '@/features/progress/teacher/progress-facts';
import { ProgressTable } from '@/features/progress/teacher/progress-table';
import { classProgressQuery, type Time } from '@/features/progress/teacher/queries';
import { TimeSelect, useTime } from '@/features/progress/teacher/time-select';
import { fullName, nameSortKey } from '@/features/students/full-name';
import { useMay } from '@/shared/permissions';
import { QueryView } from '@/shared/query-view';

import { NoStudents } from './no-students';
import { ProgressLists } from './progress-lists';
import type { PartProps } from './use-class-page';

function ProgressSkeleton() {
  return (
    <>
      <Card className="mb-4 flex h-25 items-center gap-16 px-5">
        <Skeleton className="h-8 w-28" />
        <Skeleton className="h-8 w-28" />
        <Skeleton className="h-8 w-28 max-sm:hidden" />
      </Card>
      <div className="grid gap-4 lg:grid-cols-2">
        {['goals', 'goalbucks'].map((chart) => (
          <Card key={chart} className="flex h-78 items-end gap-4 px-5 pb-8">
            {['h-24', 'h-32', 'h-20', 'h-40', 'h-28', 'h-44'].map((height) => (
              <Skeleton key={height} className={`w-full ${height}`} />
            ))}
          </Card>
        ))}
      </div>
    </>
  );
}

const isEmpty = ({ weeks }: ClassProgress) =>
  weeks.every(
    (week) => week.goalsCompleted === 0 && week.earned === 0 && week.awards === 0 && week.spent === 0,
  );

function NothingYet({ onShowYear }: { onShowYear?: () => void }) {
  return (
    <Card>
      <EmptyState
        art={<HillArt />}
        title={t`Nothing in these weeks`}
        action={
          onShowYear && (
            <Button onClick={onShowYear}>
              <Trans>Show 12 Months</Trans>
            </Button>
          )
        }
      >
        <Trans>Completed goals and GoalBucks show here, week by week.</Trans>
      </EmptyState>
    </Card>
  );
}

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

type ContentProps = SumsProps & { time: Time; onShowYear: () => void };

function Content({ page, progress, time, onShowYear }: ContentProps) {
  const lists = useMay(page.classroom, 'manage') && <ProgressLists page={page} progress={progress} />;
  if (isEmpty(progress)) {
    return (
      <>
        <NothingYet {...(time === '8weeks' && { onShowYear })} />
        {lists}
      </>
    );
  }
  return (
    <>
      <ProgressFacts progress={progress} />
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
        <TimeSelect time={time} onChange={setTime} period={query.data} />
        <ButtonLink
          icon={<FileText aria-hidden />}
          to={`/teacher/class/${page.classroom.id}/reports${time === 'year' ? '?time=year' : ''}`}
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
            onShowYear={() => {
              setTime('year');
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
