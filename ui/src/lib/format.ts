import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';

import { formatLocales } from './format-locales';
import { serverClock } from './server-clock';

function createFormatters(locale: string[]) {
  return {
    percent: new Intl.NumberFormat(locale, { style: 'percent' }),
    plainNumber: new Intl.NumberFormat(locale),
    signedNumber: new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' }),
    relative: new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
    fullTime: new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short' }),
    fullTimeExact: new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'medium' }),
    timeOfDay: new Intl.DateTimeFormat(locale, { timeStyle: 'short' }),
    exactTimeOfDay: new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }),
    shortDate: new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }),
    longDate: new Intl.DateTimeFormat(locale, { dateStyle: 'long' }),
    monthAndDay: new Intl.DateTimeFormat(locale, { month: 'long', day: 'numeric' }),
    weekday: new Intl.DateTimeFormat(locale, { weekday: 'long', month: 'long', day: 'numeric' }),
    weekdayWithYear: new Intl.DateTimeFormat(locale, { dateStyle: 'full' }),
  };
}

let cached: { language: string; formatters: ReturnType<typeof createFormatters> } | undefined;

/** Formatters of the current language. */
function formatters() {
  if (cached?.language !== i18n.locale) {
    cached = { language: i18n.locale, formatters: createFormatters(formatLocales(i18n.locale)) };
  }
  return cached.formatters;
}

export function formatNumber(value: number, signed = false): string {
  const { signedNumber, plainNumber } = formatters();
  return (signed ? signedNumber : plainNumber).format(value);
}

/** "40%" for 0.4. */
export function formatPercent(fraction: number): string {
  return formatters().percent.format(fraction);
}

/** "1 of 40". */
export function formatPart(few: number, all: number): string {
  const part = formatNumber(few);
  const total = formatNumber(all);
  return t`${part} of ${total}`;
}

const KILO = 1000;

/** "340 KB", "3.4 MB", "1.2 GB". */
export function formatSize(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / KILO));
  if (kilobytes < KILO) {
    const size = formatNumber(kilobytes);
    return t`${size} KB`;
  }
  const megabytes = kilobytes / KILO;
  const isGigabytes = megabytes >= KILO;
  const size = formatNumber(Math.round((isGigabytes ? megabytes / KILO : megabytes) * 10) / 10);
  return isGigabytes ? t`${size} GB` : t`${size} MB`;
}

/** A calendar date (YYYY-MM-DD) as local midnight: `new Date(text)` would read it as UTC and shift the day. */
export function localDay(calendarDate: string): Date {
  const [year = 0, month = 1, day = 1] = calendarDate.split('-').map(Number);
  return new Date(year, month - 1, day);
}

function daysUntil(date: Date, now: Date): number {
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  return Math.round((date.getTime() - today.getTime()) / 86_400_000);
}

/** "today", "tomorrow", "Monday, October 13"; with the year when it isn't this one. */
export function formatCalendarDate(calendarDate: string, now = serverClock.today()): string {
  const date = localDay(calendarDate);
  const days = daysUntil(date, now);
  if (Math.abs(days) <= 1) return formatters().relative.format(days, 'day');
  const { weekday, weekdayWithYear } = formatters();
  return (date.getFullYear() === now.getFullYear() ? weekday : weekdayWithYear).format(date);
}

/** A past date: "today", "yesterday", "3 days ago"; after a week "on October 2", with the year if not this one. */
export function formatPastDay(time: string, now = serverClock.date()): string {
  const date = new Date(time);
  const days = daysUntil(new Date(date.getFullYear(), date.getMonth(), date.getDate()), now);
  if (days > -7) return formatters().relative.format(Math.min(0, days), 'day');
  const { monthAndDay, longDate } = formatters();
  const day = (date.getFullYear() === now.getFullYear() ? monthAndDay : longDate).format(date);
  return t`on ${day}`;
}

/** "today at 2:05 PM", "on October 2 at 9:41 AM". */
export function formatPastTime(iso: string, now = serverClock.date()): string {
  const day = formatPastDay(iso, now);
  const time = formatTime(iso);
  return t`${day} at ${time}`;
}

/** "today at 2:05:09 PM", to tell times within a minute apart. */
export function formatExactPastTime(iso: string, now = serverClock.date()): string {
  const day = formatPastDay(iso, now);
  const time = formatters().exactTimeOfDay.format(new Date(iso));
  return t`${day} at ${time}`;
}

/** "9:41 AM". */
export function formatTime(iso: string): string {
  return formatters().timeOfDay.format(new Date(iso));
}

/** "November 21, 2025". */
export function formatDay(date: Date): string {
  return formatters().longDate.format(date);
}

/** Whether the day is over where the server is. */
export function isPastDay(calendarDate: string, now = serverClock.today()): boolean {
  return daysUntil(localDay(calendarDate), now) < 0;
}

/** Whether the day is still to come where the server is. */
export function isFutureDay(calendarDate: string, now = serverClock.today()): boolean {
  return daysUntil(localDay(calendarDate), now) > 0;
}

/** "Monday, October 13, 2025 at 9:41 AM", in local time; `exact` with the seconds. */
export function formatDateTime(iso: string, exact = false): string {
  const { fullTimeExact, fullTime } = formatters();
  return (exact ? fullTimeExact : fullTime).format(new Date(iso));
}

const relativeSteps: [limit: number, seconds: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [3600, 60, 'minute'],
  [86_400, 3600, 'hour'],
  [7 * 86_400, 86_400, 'day'],
];

/** "just now", "2 minutes ago", "yesterday"; a date once it is a week old. */
export function formatRelative(iso: string, now = serverClock.now()): string {
  const seconds = (new Date(iso).getTime() - now) / 1000;
  // A clock may be some seconds behind the server's: "in 4 seconds".
  if (seconds > -45) return t`just now`;
  const step = relativeSteps.find(([limit]) => -seconds < limit);
  if (!step) return formatters().shortDate.format(new Date(iso));
  return formatters().relative.format(Math.min(-1, Math.round(seconds / step[1])), step[2]);
}
