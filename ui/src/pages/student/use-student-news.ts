import { useInfiniteQuery, useQuery } from '@tanstack/react-query';

import type { LedgerEntry, Purchase, Suggestion } from '@/api/types';
import { useStudent } from '@/auth/session-context';
import { entriesToAnnounce } from '@/features/goalbucks/balance-news';
import { recentEntriesQuery } from '@/features/goalbucks/recent-entries-query';
import { purchasesOfStudentQuery } from '@/features/purchases/my-purchases-query';
import { mySuggestionsQuery } from '@/features/suggestions/my-suggestions-query';
import { useUnseen } from '@/hooks/use-unseen';
import { seenOnce } from '@/lib/seen-once';

import { type GoalWithProof, useCurrentGoals } from './use-current-goals';

/** As many denials as are shown with their comment. */
export const NAMED_DENIALS = 3;

const seenEntries = seenOnce<LedgerEntry>('seen_entries', {
  idOf: ({ id }) => id,
  timeOf: ({ createdAt }) => createdAt,
});

/** A denial that was undone and given again is another one. */
const seenDenials = seenOnce<GoalWithProof>('seen_denials', {
  idOf: ({ proof }) => `${proof?.id ?? ''} ${proof?.reviewedAt ?? ''}`,
  timeOf: ({ proof }) => proof?.reviewedAt ?? null,
});

/** When a purchase was handed out or cancelled. */
const endOf = ({ fulfilledAt, cancelledAt }: Purchase) => fulfilledAt ?? cancelledAt;

const seenPurchases = seenOnce<Purchase>('seen_purchases', {
  idOf: (purchase) => `${purchase.id} ${endOf(purchase) ?? ''}`,
  timeOf: endOf,
});

const seenSuggestions = seenOnce<Suggestion>('seen_suggestions', {
  idOf: ({ id }) => id,
  timeOf: ({ reviewedAt }) => reviewedAt,
});

const reviewTime = ({ proof }: GoalWithProof) => proof?.reviewedAt ?? '';

/** The goals whose last proof was denied, the latest review first. */
function deniedAmong(rows: GoalWithProof[] | undefined) {
  return rows
    ?.filter(({ proof }) => proof?.status === 'denied')
    .sort((one, other) => (reviewTime(one) < reviewTime(other) ? 1 : -1));
}

/** What the teacher has done that this device hasn't shown to the student yet. */
export function useStudentNews() {
  const { id } = useStudent();
  const { rows } = useCurrentGoals();
  // Pages that don't show these themselves ask for them after their own content has come.
  const enabled = rows !== undefined;
  const purchases = useInfiniteQuery({ ...purchasesOfStudentQuery(id), enabled });
  const suggestions = useQuery({ ...mySuggestionsQuery(id), enabled });
  const person = { personId: id };
  return {
    entries: useUnseen({
      ...person,
      seen: seenEntries,
      rows: useQuery(recentEntriesQuery(id)).data,
      choose: entriesToAnnounce,
    }),
    denials: useUnseen({ ...person, seen: seenDenials, rows: deniedAmong(rows) }),
    purchases: useUnseen({
      ...person,
      seen: seenPurchases,
      rows: purchases.data?.pages[0]?.rows.filter((purchase) => endOf(purchase) !== null),
    }),
    suggestions: useUnseen({
      ...person,
      seen: seenSuggestions,
      rows: suggestions.data?.filter(({ status }) => status === 'denied'),
    }),
  };
}

export type StudentNewsRows = ReturnType<typeof useStudentNews>;
