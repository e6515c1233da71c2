import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';

import type { LedgerEntry } from '@/api/types';

/** Titles for reversals and corrections, the only other ledger entries that are announced. */
const titles: Readonly<Record<string, MessageDescriptor>> = {
  award_reversed: msg`An award was taken back`,
  goal_reversed: msg`A goal was opened again`,
  correction: msg`Your teacher changed your GoalBucks`,
};

/** The reason that each kind of reversal takes back. */
const reversedReasons: Readonly<Record<string, string>> = { award_reversed: 'award', goal_reversed: 'goal' };

/** Whether the entry takes back an award or a goal, whose description it has. */
export const isReversal = ({ reason }: LedgerEntry) => reason in reversedReasons;

/** Heading of balance changes other than awards. */
export function balanceChangesTitle(changes: LedgerEntry[]): string {
  const [first] = changes;
  const count = changes.length;
  if (!first || count > 1) {
    return plural(count, {
      one: 'Your balance was changed # time',
      other: 'Your balance was changed # times',
    });
  }
  const title = titles[first.reason];
  return title ? i18n._(title) : t`Your balance was changed`;
}

export function sumAmounts(entries: LedgerEntry[]): number {
  return entries.reduce((sum, { amount }) => sum + amount, 0);
}

/** A reversal has the description of the entry that it reverses and the opposite amount. */
function isReversalOf(reversal: LedgerEntry, entry: LedgerEntry): boolean {
  return (
    reversedReasons[reversal.reason] === entry.reason &&
    reversal.amount === -entry.amount &&
    reversal.description === entry.description
  );
}

/** Awards that aren't reversed among the entries, and reversals and corrections without a matching entry. */
function matchReversals(entries: LedgerEntry[]) {
  const changes = entries.filter(({ reason }) => reason in titles);
  const awards = entries.filter((entry) => {
    const at = changes.findIndex((change) => isReversalOf(change, entry));
    if (at >= 0) changes.splice(at, 1);
    return at < 0 && entry.reason === 'award';
  });
  return { awards, changes };
}

/** The new entries to announce; an entry and its reversal cancel each other out. */
export function entriesToAnnounce(newEntries: LedgerEntry[]): LedgerEntry[] {
  const { awards, changes } = matchReversals(newEntries);
  return [...awards, ...changes];
}

/** The announced entries, newest first, as awards to celebrate and other changes. A reversed award is no award. */
export function splitEntries(announced: LedgerEntry[]): { awards: LedgerEntry[]; changes: LedgerEntry[] } {
  const { awards } = matchReversals(announced);
  return { awards, changes: announced.filter(({ reason }) => reason in titles) };
}
