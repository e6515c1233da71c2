import { formatCalendarDate } from '@/lib/format';
import { serverClock } from '@/lib/server-clock';

export type Day<Row> = { date: string; rows: Row[] };

const pad = (part: number) => String(part).padStart(2, '0');

/** The local calendar date as YYYY-MM-DD. */
function toDateString(iso: string): string {
  const at = new Date(iso);
  return `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
}

/** Groups rows by local calendar day, keeping their order. */
export function groupByDay<Row extends { createdAt: string }>(rows: Row[]): Day<Row>[] {
  const days: Day<Row>[] = [];
  for (const row of rows) {
    const date = toDateString(row.createdAt);
    const last = days.at(-1);
    if (last?.date === date) last.rows.push(row);
    else days.push({ date, rows: [row] });
  }
  return days;
}

/** "Today", "Yesterday", "Monday, October 13". */
export function dayTitle(date: string, now = serverClock.date()): string {
  const text = formatCalendarDate(date, now);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
