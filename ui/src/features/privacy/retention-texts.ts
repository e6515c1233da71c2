import { i18n } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';

const YEAR = 365;

/** Selectable retention periods in days; null keeps photos. */
export const CHOICES: readonly (number | null)[] = [null, 90, 180, YEAR, 2 * YEAR];

const LABELS = new Map([
  [90, msg`3 months`],
  [180, msg`6 months`],
  [YEAR, msg`1 year`],
  [2 * YEAR, msg`2 years`],
]);

/** "3 months"; other values in days. */
export function daysLabel(days: number): string {
  const label = LABELS.get(days);
  return label ? i18n._(label) : plural(days, { one: '# day', other: '# days' });
}

/** Whether the new retention is shorter than the current one. */
export function isShorterRetention(days: number | null, current: number | null): boolean {
  return days !== null && (current === null || days < current);
}

/** Describes what will be removed immediately. */
export function removalSummary(images: number): string {
  return plural(images, {
    0: 'No photo is that old now.',
    one: 'This removes # photo now, and it can’t be brought back.',
    other: 'This removes # photos now, and they can’t be brought back.',
  });
}
