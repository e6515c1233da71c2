import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';

import { localDay } from '@/lib/format';
import { formatLocales } from '@/lib/format-locales';
import { serverClock } from '@/lib/server-clock';

/** More weeks than these are shown as months. */
const MAX_WEEKS = 16;
const DAYS_PER_WEEK = 7;

export const formatDate = (date: Date, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(formatLocales(i18n.locale), options).format(date);

/** "November 20"; with the year when it isn't this one. */
export function formatMonthDay(date: Date, now = serverClock.today()): string {
  const isThisYear = date.getFullYear() === now.getFullYear();
  return formatDate(date, { month: 'long', day: 'numeric', ...(!isThisYear && { year: 'numeric' }) });
}

/** Whether a period isn't over. */
export const includesToday = ({ to }: { to: string }, now = serverClock.today()) =>
  localDay(to) >= new Date(now.getFullYear(), now.getMonth(), now.getDate());

/** Whether the week that begins on this Monday is the present one. */
export function isThisWeek(start: string, now = serverClock.today()): boolean {
  const days = (now.getTime() - localDay(start).getTime()) / 86_400_000;
  return days >= 0 && days < DAYS_PER_WEEK;
}

/** A week, or the weeks of a month. */
export type Span<Week> = {
  /** "Nov 16", "November". */
  label: string;
  /** The present week or month, which isn't over. */
  isPresent: boolean;
  weeks: Week[];
};

/** Whether the weeks are too many to be shown one by one. */
export const areMonths = (weeks: readonly unknown[]) => weeks.length > MAX_WEEKS;

/** Weeks one by one; if they are more than 16, by the month of their Monday. */
export function spansOf<Week extends { start: string }>(weeks: readonly Week[]): Span<Week>[] {
  if (!areMonths(weeks)) {
    return weeks.map((week) => ({
      label: formatDate(localDay(week.start), { month: 'short', day: 'numeric' }),
      isPresent: isThisWeek(week.start),
      weeks: [week],
    }));
  }
  const spans: (Span<Week> & { month: string })[] = [];
  for (const week of weeks) {
    const month = week.start.slice(0, 'YYYY-MM'.length);
    let span = spans.at(-1);
    if (span?.month !== month) {
      span = {
        month,
        label: formatDate(localDay(week.start), { month: 'short' }),
        isPresent: false,
        weeks: [],
      };
      spans.push(span);
    }
    span.isPresent ||= isThisWeek(week.start);
    span.weeks.push(week);
  }
  return spans;
}

/** Adds up a number of the weeks. */
export const total = <Week>(weeks: readonly Week[], count: (week: Week) => number) =>
  weeks.reduce((sum, week) => sum + count(week), 0);

/** "Nov 16, so far" */
export function rowLabel({ label, isPresent }: Pick<Span<unknown>, 'label' | 'isPresent'>): string {
  return isPresent ? t`${label}, so far` : label;
}
