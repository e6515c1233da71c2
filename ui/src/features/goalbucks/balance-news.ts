import type { LedgerEntry } from '@/api/types';

const AWARD = 'award';
const REVERSED_AWARD = 'award_reversed';

/** What happened, for the changes that a teacher makes without a goal or purchase; other changes have screens of their own. */
const titles: Readonly<Record<string, string>> = {
  [REVERSED_AWARD]: 'An award was taken back',
  correction: 'Your balance was corrected',
};

/** The heading above changes of a balance that aren't awards. */
export function changesTitle(changes: LedgerEntry[]): string {
  const [first] = changes;
  if (!first || changes.length > 1) return `Your balance was changed ${changes.length} times`;
  return titles[first.reason] ?? 'Your balance was changed';
}

export function sumOf(entries: LedgerEntry[]): number {
  return entries.reduce((sum, { amount }) => sum + amount, 0);
}

/** A reversal has its award's description and the opposite amount. */
function reverses(reversal: LedgerEntry, award: LedgerEntry): boolean {
  return (
    (reversal.reason as string) === REVERSED_AWARD &&
    reversal.amount === -award.amount &&
    reversal.description === award.description
  );
}

/** Awards that no reversal among the entries takes back, and the other changes without one of these awards. */
function matchReversals(entries: LedgerEntry[]) {
  const unmatched = entries.filter(({ reason }) => reason in titles);
  const standing = entries.filter((entry) => {
    if (entry.reason !== AWARD) return false;
    const at = unmatched.findIndex((change) => reverses(change, entry));
    if (at < 0) return true;
    unmatched.splice(at, 1);
    return false;
  });
  return { standing, unmatched };
}

/** The new entries that a student is told of: none of an award that was given and taken back meanwhile. */
export function newsAmong(entries: LedgerEntry[]): LedgerEntry[] {
  const { standing, unmatched } = matchReversals(entries);
  return [...standing, ...unmatched];
}

/** What is told, newest first: awards that still stand, to celebrate, and the other changes. */
export function balanceNews(told: LedgerEntry[]): { awards: LedgerEntry[]; changes: LedgerEntry[] } {
  return { awards: matchReversals(told).standing, changes: told.filter(({ reason }) => reason in titles) };
}
