import { plural, t } from '@lingui/core/macro';

import type { AssignedGoal } from '@/api/types';
import { formatNumber } from '@/lib/format';
import { paidOf } from '@/shared/paid-of';

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

/** "2 GoalBucks each. 1 waiting proof is approved too." */
export function describeMarking(goals: readonly AssignedGoal[]): string {
  const amounts = goals.map(paidOf);
  const [first = 0] = amounts;
  const sum = amounts.reduce((all, amount) => all + amount, 0);
  const worth = amounts.every((amount) => amount === first)
    ? plural(first, { one: '# GoalBuck each.', other: '# GoalBucks each.' })
    : plural(sum, { one: '# GoalBuck in all.', other: '# GoalBucks in all.' });
  const waiting = goals.filter(({ submissionPending }) => submissionPending).length;
  const approved = plural(waiting, {
    one: '# waiting proof is approved too.',
    other: '# waiting proofs are approved too.',
  });
  return waiting > 0 ? `${worth} ${approved}` : worth;
}

/** "12 of 30 done". */
export function progressLabel({ completed, total }: { completed: number; total: number }): string {
  const done = formatNumber(completed);
  const all = formatNumber(total);
  return t`${done} of ${all} done`;
}
