import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Plus } from 'lucide-react';

import type { ClassProgress } from '@/api/types';
import { Button, ButtonLink } from '@/components/button';
import { AttentionList, type AttentionRow } from '@/features/progress/teacher/attention-list';
import { formatListed } from '@/features/progress/teacher/listed';
import { formatMonthDay } from '@/features/progress/weeks';
import { fullName } from '@/features/students/full-name';
import { formatCalendarDate, formatPastDay } from '@/lib/format';

import type { PartProps } from './use-class-page';

type ListsProps = PartProps & { progress: ClassProgress };
type Details = Omit<AttentionRow, 'name' | 'studentId'>;

/** Rows of students who are still in the class. */
function rowsOf<Row extends { studentId: string }>(
  { allStudents }: PartProps['page'],
  rows: Row[],
  details: (row: Row, name: string) => Details,
): AttentionRow[] {
  const names = new Map(allStudents.map((student) => [student.id, fullName(student)]));
  return rows.flatMap((row) => {
    const name = names.get(row.studentId);
    return name === undefined ? [] : [{ name, studentId: row.studentId, ...details(row, name) }];
  });
}

function NoOpenGoal({ page, progress }: ListsProps) {
  const assign = (ids: string[]) => () => {
    page.select(new Set(ids));
    page.open({ kind: 'bulk-goal' });
  };
  const rows = rowsOf(page, progress.noOpenGoal, ({ studentId, since }, name) => {
    const day = formatMonthDay(new Date(since));
    return {
      key: studentId,
      details: <Trans>Since {day}</Trans>,
      action: (
        <Button
          variant="link"
          className="shrink-0"
          aria-label={t`Assign Goal to ${name}`}
          onClick={assign([studentId])}
        >
          <Trans>Assign Goal</Trans>
        </Button>
      ),
    };
  });
  const count = rows.length;
  return (
    <AttentionList
      title={t`No open goal`}
      rows={rows}
      empty={<Trans>Everybody has a goal.</Trans>}
      footer={
        count > 1 && (
          <Button
            variant="link"
            icon={<Plus aria-hidden />}
            onClick={assign(rows.map(({ studentId }) => studentId))}
          >
            <Trans>Assign One to All {count}</Trans>
          </Button>
        )
      }
    />
  );
}

function Overdue({ page, progress }: ListsProps) {
  const rows = rowsOf(page, progress.overdue, ({ goalId, studentId, goalName, dueDate }, name) => {
    const day = formatCalendarDate(dueDate);
    return {
      key: goalId,
      details: (
        <Trans>
          <bdi>{goalName}</bdi>, due {day}
        </Trans>
      ),
      action: (
        <ButtonLink
          variant="link"
          className="shrink-0"
          to={`/teacher/student/${studentId}/goals`}
          aria-label={t`View Goals of ${name}`}
        >
          <Trans>View</Trans>
        </ButtonLink>
      ),
    };
  });
  return <AttentionList title={t`Overdue`} rows={rows} empty={<Trans>Nothing is overdue.</Trans>} />;
}

function Waiting({ page, progress }: ListsProps) {
  const { id } = page.classroom;
  const rows = rowsOf(page, progress.waiting, ({ submissionId, studentId, goalName, createdAt }, name) => {
    const day = formatPastDay(createdAt);
    return {
      key: submissionId,
      details: (
        <Trans>
          <bdi>{goalName}</bdi>, sent {day}
        </Trans>
      ),
      action: (
        <ButtonLink
          variant="link"
          className="shrink-0"
          to={`/teacher/submissions?class=${id}&student=${studentId}`}
          aria-label={t`Review what ${name} sent`}
        >
          <Trans>Review</Trans>
        </ButtonLink>
      ),
    };
  });
  const count = formatListed(rows);
  return (
    <AttentionList
      title={t`Waiting longest for you`}
      rows={rows}
      empty={<Trans>Nothing waits for you.</Trans>}
      footer={
        rows.length > 1 && (
          <ButtonLink variant="link" to={`/teacher/submissions?class=${id}`}>
            <Trans>All {count} Submissions</Trans>
          </ButtonLink>
        )
      }
    />
  );
}

/** What is to be done about now, whatever weeks are chosen. */
export function ProgressLists(props: ListsProps) {
  return (
    <section
      aria-label={t`Now, whatever time is chosen`}
      className="mt-4 grid items-start gap-4 xl:grid-cols-3"
    >
      <NoOpenGoal {...props} />
      <Overdue {...props} />
      <Waiting {...props} />
    </section>
  );
}
