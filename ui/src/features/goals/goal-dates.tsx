import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CalendarClock, CalendarDays } from 'lucide-react';

import type { Goal } from '@/api/types';
import { formatCalendarDate, formatDateTime, formatPastDay, isPastDay } from '@/lib/format';
import { serverClock } from '@/lib/server-clock';

/** Within the day in local time. */
const NOON = '12:00';

type DatedGoal = Pick<Goal, 'dueDate' | 'overdue' | 'seriesId'>;

function dueText({ overdue, seriesId }: DatedGoal, dueDate: string, toStudent: boolean): string {
  if (overdue) {
    const pastDay = formatPastDay(`${dueDate}T${NOON}`, serverClock.today());
    return t`Overdue: was due ${pastDay}`;
  }
  const day = formatCalendarDate(dueDate);
  if (toStudent && seriesId !== null && isPastDay(dueDate)) {
    return t({
      message: `From ${day}. You can still send it.`,
      comment: 'A goal of an earlier day: “From yesterday. …”',
    });
  }
  return t`Due ${day}`;
}

type DueDateProps = { goal: DatedGoal; onHero?: boolean; toStudent?: boolean };

/**
 * "Due tomorrow"; "Overdue: was due 3 days ago" if the server marks it as overdue. To a student an earlier goal of a
 * series, which is never overdue, says that it can still be sent. Renders nothing without a date.
 */
export function DueDate({ goal, onHero = false, toStudent = false }: DueDateProps) {
  const { dueDate, overdue } = goal;
  if (dueDate === null) return null;
  const Icon = overdue ? CalendarClock : CalendarDays;
  return (
    <span
      className={`inline-flex items-center gap-1.5 [&>svg]:size-[1.1em] ${overdue && !onHero ? 'font-mid text-denied-ink' : ''}`}
    >
      <Icon aria-hidden />
      <span className="min-w-0 wrap-anywhere">{dueText(goal, dueDate, toStudent)}</span>
    </span>
  );
}

/** "yesterday", "on October 2"; the full time on hover. */
export function PastDay({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={formatDateTime(iso)}>
      {formatPastDay(iso)}
    </time>
  );
}

/** "Completed yesterday", "Completed on October 2". */
export function CompletedDate({ iso }: { iso: string }) {
  return (
    <Trans>
      Completed <PastDay iso={iso} />
    </Trans>
  );
}
