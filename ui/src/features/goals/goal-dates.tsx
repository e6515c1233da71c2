import { CalendarClock, CalendarDays } from 'lucide-react';

import type { Goal } from '@/api/types';
import { formatCalendarDate, formatDateTime, isPastDay } from '@/components/format';

/** "Due tomorrow", or, once that day is over, "Overdue: was due Monday, October 13". Nothing without a due date. */
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
        {overdue ? 'Overdue: was due' : 'Due'} {formatCalendarDate(goal.dueDate)}
      </span>
    </span>
  );
}

/** The calendar day (YYYY-MM-DD) on this device's calendar. */
function localDayOf(iso: string): string {
  const date = new Date(iso);
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

/** "Completed yesterday", "Completed on Monday, October 13"; the full time on hover. */
export function CompletedDate({ iso }: { iso: string }) {
  const day = formatCalendarDate(localDayOf(iso));
  const isWord = day === 'today' || day === 'yesterday';
  return (
    <>
      Completed {!isWord && 'on '}
      <time dateTime={iso} title={formatDateTime(iso)}>
        {day}
      </time>
    </>
  );
}
