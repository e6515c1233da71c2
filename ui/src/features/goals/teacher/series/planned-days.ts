import type { NoSchoolDays } from '@/api/types';
import { localDay } from '@/lib/format';
import { serverClock } from '@/lib/server-clock';

import { type Weekday, weekdayOf } from './weekdays';

export const MAX_DAYS_AHEAD = 280;

function toDay(date: Date): string {
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

/** The calendar date a number of days later. */
export function addDays(day: string, days: number): string {
  const date = localDay(day);
  date.setDate(date.getDate() + days);
  return toDay(date);
}

/** Today where the server is. */
export const today = () => toDay(serverClock.today());

/** The last possible day of a series. */
export const latestLastDay = () => addDays(today(), MAX_DAYS_AHEAD);

type Range = Pick<NoSchoolDays, 'from' | 'to'>;

/** The range that contains the day. */
export const rangeOf = <R extends Range>(day: string, ranges: readonly R[]) =>
  ranges.find(({ from, to }) => from <= day && day <= to);

/** The days on which goals are made, and the number of those without school that are left out. */
export function plannedDays(
  weekdays: readonly Weekday[],
  { from, until }: { from: string; until: string },
  noSchool: readonly Range[],
): { days: string[]; leftOut: number } {
  const days: string[] = [];
  let leftOut = 0;
  for (let day = from; day <= until; day = addDays(day, 1)) {
    if (!weekdays.includes(weekdayOf(localDay(day)))) continue;
    if (rangeOf(day, noSchool)) leftOut += 1;
    else days.push(day);
  }
  return { days, leftOut };
}
