import { formatCalendarDate } from '@/lib/format';

export type Day<Row> = { date: string; rows: Row[] };

const pad = (part: number) => String(part).padStart(2, '0');

/** The calendar date on this computer, YYYY-MM-DD. */
function dateOf(iso: string): string {
  const at = new Date(iso);
  return `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
}

/** The rows by the day on which they were; their order stays. */
export function byDay<Row extends { createdAt: string }>(rows: Row[]): Day<Row>[] {
  const days: Day<Row>[] = [];
  for (const row of rows) {
    const date = dateOf(row.createdAt);
    const last = days.at(-1);
    if (last?.date === date) last.rows.push(row);
    else days.push({ date, rows: [row] });
  }
  return days;
}

/** "Today", "Yesterday", "Monday, October 13". */
export function dayTitle(date: string, now = new Date()): string {
  const words = formatCalendarDate(date, now);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
