import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CalendarClock, CalendarDays } from 'lucide-react';

import type { Goal } from '@/api/types';
import { formatCalendarDate, formatDateTime, formatPastDay } from '@/lib/format';
import { serverClock } from '@/lib/server-clock';

/** Within the day in local time. */
const NOON = '12:00';

function dueText(dueDate: string, overdue: boolean): string {
  if (overdue) {
    const pastDay = formatPastDay(`${dueDate}T${NOON}`, serverClock.today());
    return t`Overdue: was due ${pastDay}`;
  }
  const day = formatCalendarDate(dueDate);
  return t`Due ${day}`;
}

type DueDateProps = { goal: Pick<Goal, 'dueDate' | 'overdue'>; onHero?: boolean };

/** "Due tomorrow", or "Overdue: was due 3 days ago" if the server marks it as overdue. Renders nothing without a date. */
export function DueDate({ goal, onHero = false }: DueDateProps) {
  const { dueDate, overdue } = goal;
  if (dueDate === null) return null;
  const Icon = overdue ? CalendarClock : CalendarDays;
  return (
    <span
      className={`inline-flex items-center gap-1.5 [&>svg]:size-[1.1em] ${overdue && !onHero ? 'font-mid text-denied-ink' : ''}`}
    >
      <Icon aria-hidden />
      <span>{dueText(dueDate, overdue)}</span>
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
