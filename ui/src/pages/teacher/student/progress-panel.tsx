import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';

import type { StudentProgress } from '@/api/types';
import { ButtonLink } from '@/components/button';
import { Comments } from '@/features/progress/comments';
import { studentProgressQuery } from '@/features/progress/queries';
import { ProgressCharts } from '@/features/progress/teacher/charts';
import { classProgressQuery } from '@/features/progress/teacher/queries';
import { areEmpty, NothingYet, ProgressSkeleton } from '@/features/progress/teacher/states';
import { StudentFacts } from '@/features/progress/teacher/student-facts';
import { TimeSelect, useTime } from '@/features/progress/teacher/time-select';
import { QueryView } from '@/shared/query-view';
import type { Recipient } from '@/shared/recipient-summary';

type StudentInClass = Recipient & { classroomId: string };

/** Leads to the report of this student alone, of the same weeks. */
export function PrintReportLink({ student: { id, classroomId } }: { student: StudentInClass }) {
  const [time] = useTime();
  const query = new URLSearchParams({ student: id, ...(time !== '8weeks' && { time }) });
  return (
    <ButtonLink icon={<Printer aria-hidden />} to={`/teacher/class/${classroomId}/reports?${query}`}>
      <span className="max-sm:sr-only">
        <Trans>Print Report</Trans>
      </span>
    </ButtonLink>
  );
}

type ContentProps = { student: StudentInClass; progress: StudentProgress };

function Content({ student, progress: { weeks, comments } }: ContentProps) {
  const [time, setTime] = useTime();
  const ofClass = useQuery(classProgressQuery(student.classroomId, time)).data;
  const sums = ofClass?.students.find(({ studentId }) => studentId === student.id);
  const showTerm = () => {
    setTime('term');
  };
  return (
    <>
      {areEmpty(weeks) ? (
        <NothingYet {...(time === '8weeks' && { onShowTerm: showTerm })} />
      ) : (
        <>
          <StudentFacts weeks={weeks} sums={sums} />
          <ProgressCharts weeks={weeks} />
        </>
      )}
      <Comments title={t`Comments on approved goals`} comments={comments} />
    </>
  );
}

/** What a student completed, earned and spent by week, and the newest comments. */
export function ProgressPanel({ student }: { student: StudentInClass }) {
  const [time, setTime] = useTime();
  const query = useQuery(studentProgressQuery(student.id, time));
  const { name } = student;
  return (
    <>
      <div className="mb-4">
        <TimeSelect classroomId={student.classroomId} time={time} onChange={setTime} period={query.data} />
      </div>
      <QueryView
        query={query}
        variant="card"
        title={t`Progress didn't load`}
        loading={t`Loading progress...`}
        skeleton={<ProgressSkeleton />}
      >
        {(progress) => <Content student={student} progress={progress} />}
      </QueryView>
      <p className="mt-4 text-small text-ink-2">
        <Trans>
          This page is about <bdi>{name}</bdi> alone. GoalBucks doesn't compare students with each other.
        </Trans>
      </p>
    </>
  );
}
