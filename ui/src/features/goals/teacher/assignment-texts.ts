import { plural, t } from '@lingui/core/macro';

import { formatNumber } from '@/lib/format';

/** "2 goals stay: they have proof or are paid." */
export function describeKept(kept: number): string {
  return plural(kept, {
    one: '# goal stays: it has proof or is paid.',
    other: '# goals stay: they have proof or are paid.',
  });
}

function describeDone(verb: 'changed' | 'deleted', done: number): string {
  return verb === 'changed'
    ? plural(done, { one: '# goal changed.', other: '# goals changed.' })
    : plural(done, { one: '# goal deleted.', other: '# goals deleted.' });
}

/** "28 goals deleted. 2 goals stay: they have proof or are paid." */
export function describeResult(verb: 'changed' | 'deleted', done: number, kept: number): string {
  if (done + kept === 0) return t`The goals were already deleted.`;
  return [done > 0 && describeDone(verb, done), kept > 0 && describeKept(kept)].filter(Boolean).join(' ');
}

/** "12 of 30 done". */
export function progressLabel({ completed, total }: { completed: number; total: number }): string {
  const done = formatNumber(completed);
  const all = formatNumber(total);
  return t`${done} of ${all} done`;
}
