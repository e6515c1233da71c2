import { CalendarClock, CalendarDays } from 'lucide-react';

import type { Goal } from '@/api/types';
import { formatCalendarDate, formatDateTime, formatPastDay } from '@/lib/format';

type DueDateProps = { goal: Pick<Goal, 'dueDate' | 'overdue'>; onHero?: boolean };

/** "Due tomorrow", or "Overdue: was due 3 days ago" if the server marks it as overdue. Renders nothing without a date. */
export function DueDate({ goal, onHero = false }: DueDateProps) {
  if (goal.dueDate === null) return null;
  const { overdue } = goal;
  const Icon = overdue ? CalendarClock : CalendarDays;
  return (
    <span
      className={`inline-flex items-center gap-1.5 [&>svg]:size-[1.1em] ${overdue && !onHero ? 'font-mid text-denied-ink' : ''}`}
    >
      <Icon aria-hidden />
      <span>
        {overdue
          ? `Overdue: was due ${formatPastDay(`${goal.dueDate}T12:00`)}`
          : `Due ${formatCalendarDate(goal.dueDate)}`}
      </span>
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
    <>
      Completed <PastDay iso={iso} />
    </>
  );
}
