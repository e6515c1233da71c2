import { useInfiniteQuery, useQuery } from '@tanstack/react-query';

import type { LedgerEntry, Purchase, Suggestion } from '@/api/types';
import { useStudent } from '@/auth/session-context';
import { entriesToAnnounce } from '@/features/goalbucks/balance-news';
import { recentEntriesQuery } from '@/features/goalbucks/queries';
import { purchasesOfStudentQuery } from '@/features/purchases/student/queries';
import { mySuggestionsQuery } from '@/features/suggestions/student/queries';
import { useUnseen } from '@/hooks/use-unseen';
import { createSeenStore } from '@/lib/seen-store';

import { type GoalWithSubmission, useCurrentGoals } from './use-current-goals';

/** Maximum number of denials shown with their comment. */
export const MAX_NAMED_DENIALS = 3;

const seenEntries = createSeenStore<LedgerEntry>('seen_entries', {
  getId: ({ id }) => id,
  getTime: ({ createdAt }) => createdAt,
});

/** The id includes the review time, so that a repeated denial counts as new. */
const seenDenials = createSeenStore<GoalWithSubmission>('seen_denials', {
  getId: ({ submission }) => `${submission?.id ?? ''} ${submission?.reviewedAt ?? ''}`,
  getTime: ({ submission }) => submission?.reviewedAt ?? null,
});

/** Time at which a purchase was fulfilled or cancelled. */
const settledAt = ({ fulfilledAt, cancelledAt }: Purchase) => fulfilledAt ?? cancelledAt;

const seenPurchases = createSeenStore<Purchase>('seen_purchases', {
  getId: (purchase) => `${purchase.id} ${settledAt(purchase) ?? ''}`,
  getTime: settledAt,
});

const seenSuggestions = createSeenStore<Suggestion>('seen_suggestions', {
  getId: ({ id }) => id,
  getTime: ({ reviewedAt }) => reviewedAt,
});

const reviewTime = ({ submission }: GoalWithSubmission) => submission?.reviewedAt ?? '';

/** Goals whose last proof was denied, latest review first. */
function deniedGoals(rows: GoalWithSubmission[] | undefined) {
  return rows
    ?.filter(({ submission }) => submission?.status === 'denied')
    .sort((one, other) => (reviewTime(one) < reviewTime(other) ? 1 : -1));
}

/** Unseen changes by the teacher, per device. */
export function useStudentNews() {
  const { id } = useStudent();
  const { rows } = useCurrentGoals();
  // Load after the page's own content.
  const enabled = rows !== undefined;
  const purchases = useInfiniteQuery({ ...purchasesOfStudentQuery(id), enabled });
  const suggestions = useQuery({ ...mySuggestionsQuery(id), enabled });
  const person = { personId: id };
  return {
    entries: useUnseen({
      ...person,
      store: seenEntries,
      rows: useQuery(recentEntriesQuery(id)).data,
      select: entriesToAnnounce,
    }),
    denials: useUnseen({ ...person, store: seenDenials, rows: deniedGoals(rows) }),
    purchases: useUnseen({
      ...person,
      store: seenPurchases,
      rows: purchases.data?.pages[0]?.rows.filter((purchase) => settledAt(purchase) !== null),
    }),
    suggestions: useUnseen({
      ...person,
      store: seenSuggestions,
      rows: suggestions.data?.filter(({ status }) => status === 'denied'),
    }),
  };
}

export type StudentNewsRows = ReturnType<typeof useStudentNews>;
