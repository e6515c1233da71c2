import { t } from '@lingui/core/macro';

import { formatCount, formatNumber } from '@/lib/format';

/** "2 goals stay: they have proof or are paid." */
export function describeKept(kept: number): string {
  const why = kept === 1 ? 'stays: it has proof or is paid' : 'stay: they have proof or are paid';
  return `${formatCount(kept, 'goal')} ${why}.`;
}

/** "28 goals deleted. 2 goals stay: they have proof or are paid." */
export function describeResult(verb: 'changed' | 'deleted', done: number, kept: number): string {
  if (done + kept === 0) return t`The goals were already deleted.`;
  return [done > 0 && `${formatCount(done, 'goal')} ${verb}.`, kept > 0 && describeKept(kept)]
    .filter(Boolean)
    .join(' ');
}

/** "12 of 30 done". */
export function progressLabel({ completed, total }: { completed: number; total: number }): string {
  return `${formatNumber(completed)} of ${formatNumber(total)} done`;
}
