import type { ClassProgress } from '@/api/types';
import { isThisWeek } from '@/features/progress/weeks';
import { localDay } from '@/lib/format';
import { serverClock } from '@/lib/server-clock';

const MIN_WEEKS = 3;
const MIN_STUDENTS = 5;
const DAYS_PER_WEEK = 7;

type Progress = Pick<ClassProgress, 'weeks'> & {
  students: Pick<ClassProgress['students'][number], 'earned' | 'awards'>[];
};

const earnedIn = ({ earned, awards }: { earned: number; awards: number }) => earned + awards;

function median(values: number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

/** Weeks since the class first earned something; the present one counts by its days. */
function countWeeks({ weeks }: Progress, now: Date): number {
  const first = weeks.findIndex((week) => earnedIn(week) !== 0);
  const counted = first === -1 ? [] : weeks.slice(first);
  return counted.reduce((count, { start }) => {
    if (!isThisWeek(start, now)) return count + 1;
    const days = Math.floor((now.getTime() - localDay(start).getTime()) / 86_400_000) + 1;
    return count + days / DAYS_PER_WEEK;
  }, 0);
}

/**
 * Whole weeks in which half of the students earn this price; null without enough to tell: less than 3 weeks, fewer than 5
 * students, or half of them earn nothing.
 */
export function weeksToEarn(cost: number, progress: Progress, now = serverClock.today()): number | null {
  const weeks = countWeeks(progress, now);
  if (weeks < MIN_WEEKS || progress.students.length < MIN_STUDENTS) return null;
  const weekly = median(progress.students.map(earnedIn)) / weeks;
  return weekly > 0 ? Math.max(1, Math.round(cost / weekly)) : null;
}
