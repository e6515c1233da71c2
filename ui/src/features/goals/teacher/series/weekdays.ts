import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';

import type { Series } from '@/api/types';
import { formatLocales } from '@/lib/format-locales';

export type Weekday = Series['weekdays'][number];

export const WEEKDAYS = [
  'mon',
  'tue',
  'wed',
  'thu',
  'fri',
  'sat',
  'sun',
] as const satisfies readonly Weekday[];
export const SCHOOL_DAYS: readonly Weekday[] = WEEKDAYS.slice(0, 5);

/** January 1, 2024, was a Monday. */
const dateOf = (day: Weekday) => new Date(2024, 0, 1 + WEEKDAYS.indexOf(day));

/** "Monday", or "Mon". */
export function weekdayName(day: Weekday, length: 'long' | 'short'): string {
  return new Intl.DateTimeFormat(formatLocales(i18n.locale), { weekday: length }).format(dateOf(day));
}

/** The weekday of a date. */
export function weekdayOf(date: Date): Weekday {
  return WEEKDAYS[(date.getDay() + 6) % 7] ?? 'mon';
}

/** "Every day", "Mon to Fri", or "Mon, Wed, Fri". */
export function describeWeekdays(days: readonly Weekday[]): string {
  const chosen = WEEKDAYS.filter((day) => days.includes(day));
  const first = chosen[0];
  const last = chosen.at(-1);
  if (chosen.length === WEEKDAYS.length) return t`Every day`;
  const names = chosen.map((day) => weekdayName(day, 'short'));
  const isInRow =
    first !== undefined &&
    last !== undefined &&
    WEEKDAYS.indexOf(last) - WEEKDAYS.indexOf(first) === chosen.length - 1;
  if (!isInRow || chosen.length < 3) return names.join(', ');
  const from = weekdayName(first, 'short');
  const to = weekdayName(last, 'short');
  return t({ message: `${from} to ${to}`, comment: 'Weekdays: “Mon to Fri”' });
}
