import { CalendarClock, CalendarDays } from 'lucide-react';

import type { Goal } from '@/api/types';
import { formatCalendarDate, formatDateTime, formatPastDay, isPastDay } from '@/components/format';

/** "Due tomorrow", or, once that day is over, "Overdue: was due 3 days ago". Nothing without a due date. */
export function DueDate({ goal, onHero = false }: { goal: Pick<Goal, 'dueDate'>; onHero?: boolean }) {
  if (goal.dueDate === null) return null;
  const overdue = isPastDay(goal.dueDate);
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

/** "Completed yesterday", "Completed on October 2"; the full time on hover. */
export function CompletedDate({ iso }: { iso: string }) {
  return (
    <>
      Completed{' '}
      <time dateTime={iso} title={formatDateTime(iso)}>
        {formatPastDay(iso)}
      </time>
    </>
  );
}
