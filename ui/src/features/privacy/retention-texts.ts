import { t } from '@lingui/core/macro';

import { formatCount } from '@/lib/format';

const YEAR = 365;

/** Selectable retention periods in days; null keeps photos. */
export const CHOICES: readonly (number | null)[] = [null, 90, 180, YEAR, 2 * YEAR];

const LABELS = new Map([
  [90, '3 months'],
  [180, '6 months'],
  [YEAR, '1 year'],
  [2 * YEAR, '2 years'],
]);

/** "3 months"; other values in days. */
export function daysLabel(days: number): string {
  return LABELS.get(days) ?? formatCount(days, 'day');
}

/** Whether the new retention is shorter than the current one. */
export function isShorterRetention(days: number | null, current: number | null): boolean {
  return days !== null && (current === null || days < current);
}

/** Describes what will be removed immediately. */
export function removalSummary(images: number): string {
  if (images === 0) return t`No photo is that old now.`;
  return images === 1
    ? t`This removes 1 photo now, and it can’t be brought back.`
    : `This removes ${formatCount(images, 'photo')} now, and they can’t be brought back.`;
}
