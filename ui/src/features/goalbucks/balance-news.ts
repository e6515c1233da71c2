import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';

import type { LedgerEntry } from '@/api/types';

type Reason = LedgerEntry['reason'];

type Change = {
  title: MessageDescriptor;
  /** The reason of the entry that this one takes back. */
  reverses?: Reason;
};

/** How a student's news show an entry: as an award, a new term, a change, or not at all. */
const announcements: Record<Reason, 'award' | 'term' | Change | null> = {
  goal: null,
  goal_reversed: { title: msg`A goal was opened again`, reverses: 'goal' },
  purchase: null,
  refund: null,
  award: 'award',
  new_term: 'term',
  award_reversed: { title: msg`An award was taken back`, reverses: 'award' },
  class_gift: null,
  class_gift_returned: { title: msg`You got back what you gave to the class goal` },
  correction: { title: msg`Your teacher changed your GoalBucks` },
};

function toChange({ reason }: LedgerEntry): Change | null {
  const announcement = announcements[reason];
  return typeof announcement === 'object' ? announcement : null;
}

const isTerm = ({ reason }: LedgerEntry) => announcements[reason] === 'term';

const isChange = (entry: LedgerEntry) => toChange(entry) !== null;

/** Whether the entry takes back an award or a goal, whose description it has. */
export const isReversal = (entry: LedgerEntry) => toChange(entry)?.reverses !== undefined;

/** Heading of balance changes other than awards. */
export function balanceChangesTitle(changes: LedgerEntry[]): string {
  const [first] = changes;
  const count = changes.length;
  const areReturns = changes.every(({ reason }) => reason === 'class_gift_returned');
  if (!first || (count > 1 && !areReturns)) {
    return plural(count, {
      one: 'Your balance was changed # time',
      other: 'Your balance was changed # times',
    });
  }
  const change = toChange(first);
  return change ? i18n._(change.title) : t`Your balance was changed`;
}

export function sumAmounts(entries: LedgerEntry[]): number {
  return entries.reduce((sum, { amount }) => sum + amount, 0);
}

/** A reversal has the description of the entry that it reverses and the opposite amount. */
function isReversalOf(reversal: LedgerEntry, entry: LedgerEntry): boolean {
  return (
    toChange(reversal)?.reverses === entry.reason &&
    reversal.amount === -entry.amount &&
    reversal.description === entry.description
  );
}

/** Awards that aren't reversed among the entries, and reversals and corrections without a matching entry. */
function matchReversals(entries: LedgerEntry[]) {
  const changes = entries.filter(isChange);
  const awards = entries.filter((entry) => {
    const at = changes.findIndex((change) => isReversalOf(change, entry));
    if (at >= 0) changes.splice(at, 1);
    return at < 0 && announcements[entry.reason] === 'award';
  });
  return { awards, changes };
}

/** The new entries to announce; an entry and its reversal cancel each other out. */
export function entriesToAnnounce(newEntries: LedgerEntry[]): LedgerEntry[] {
  const { awards, changes } = matchReversals(newEntries);
  return [...newEntries.filter(isTerm), ...awards, ...changes];
}

/**
 * The announced entries, newest first, as new terms, awards to celebrate and other changes. A reversed award is no
 * award.
 */
export function splitEntries(announced: LedgerEntry[]) {
  const { awards } = matchReversals(announced);
  return { awards, changes: announced.filter(isChange), terms: announced.filter(isTerm) };
}
