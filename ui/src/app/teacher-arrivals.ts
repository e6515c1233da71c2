import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';

import { useUser } from '@/auth/session-context';
import { useAnnounceArrivals } from '@/components/live-region/use-announce-arrivals';
import { pendingPurchasesOfTeacherQuery } from '@/features/purchases/teacher/queries';
import { usePendingSubmissions } from '@/features/submissions/teacher/queries';
import { usePendingSuggestions } from '@/features/suggestions/teacher/queries';

type OfStudent = { studentName: string };

function describeSubmissions(submissions: OfStudent[]): string {
  const count = submissions.length;
  const studentName = submissions[0]?.studentName ?? '';
  return count === 1 ? t`New submission from ${studentName}` : plural(count, { other: '# new submissions' });
}

function describeSuggestions(suggestions: OfStudent[]): string {
  const count = suggestions.length;
  const studentName = suggestions[0]?.studentName ?? '';
  return count === 1
    ? t`New goal suggestion from ${studentName}`
    : plural(count, { other: '# new goal suggestions' });
}

function describePurchases(purchases: OfStudent[]): string {
  const count = purchases.length;
  const studentName = purchases[0]?.studentName ?? '';
  return count === 1 ? t`New purchase by ${studentName}` : plural(count, { other: '# new purchases' });
}

/** Announces what students send while the teacher's page is open; the sidebar counts the same lists. */
export function useTeacherArrivals() {
  const { id } = useUser();
  useAnnounceArrivals(usePendingSubmissions().data, describeSubmissions);
  useAnnounceArrivals(usePendingSuggestions().data, describeSuggestions);
  useAnnounceArrivals(useQuery(pendingPurchasesOfTeacherQuery(id)).data, describePurchases);
}
