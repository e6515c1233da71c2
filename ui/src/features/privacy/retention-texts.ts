import { formatCount } from '@/lib/format';

const YEAR = 365;

/** What a teacher can choose, in days; null: photos stay. */
export const CHOICES: readonly (number | null)[] = [null, 90, 180, YEAR, 2 * YEAR];

const WORDS = new Map([
  [90, '3 months'],
  [180, '6 months'],
  [YEAR, '1 year'],
  [2 * YEAR, '2 years'],
]);

/** "3 months"; a number that was set otherwise in days. */
export function daysInWords(days: number): string {
  return WORDS.get(days) ?? formatCount(days, 'day');
}

/** Whether some photos go that were to stay until now. */
export function keepsLess(days: number | null, present: number | null): boolean {
  return days !== null && (present === null || days < present);
}

/** What happens at once, before it is confirmed. */
export function whatGoesNow(images: number): string {
  if (images === 0) return 'No photo is that old now.';
  return images === 1
    ? 'This removes 1 photo now, and it can’t be brought back.'
    : `This removes ${formatCount(images, 'photo')} now, and they can’t be brought back.`;
}
