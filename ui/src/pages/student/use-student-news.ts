import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import type { LedgerEntry } from '@/api/types';
import { seenOnce } from '@/components/seen-once';
import { useUnseen } from '@/components/use-unseen';
import { balanceNews, newsAmong } from '@/features/goalbucks/balance-news';
import { recentEntriesQuery } from '@/features/goalbucks/recent-entries-query';

import { type GoalWithProof, useCurrentGoals } from './use-current-goals';

const seenEntries = seenOnce<LedgerEntry>('seen_entries', {
  idOf: ({ id }) => id,
  timeOf: ({ createdAt }) => createdAt,
});

/** A denial that was undone and given again is another one. */
const seenDenials = seenOnce<GoalWithProof>('seen_denials', {
  idOf: ({ proof }) => `${proof?.id ?? ''} ${proof?.reviewedAt ?? ''}`,
  timeOf: ({ proof }) => proof?.reviewedAt ?? null,
});

const reviewTime = ({ proof }: GoalWithProof) => proof?.reviewedAt ?? '';

/** The current goals whose last proof was denied, the latest answer first. */
function useDenied(studentId: string) {
  const { rows } = useCurrentGoals(studentId);
  return useMemo(
    () =>
      rows
        ?.filter(({ proof }) => proof?.status === 'denied')
        .sort((one, other) => (reviewTime(one) < reviewTime(other) ? 1 : -1)),
    [rows],
  );
}

/** What the teacher has done since the student last looked on this device: awards, denials, changes of the balance. */
export function useStudentNews(studentId: string) {
  const entries = useUnseen({
    seen: seenEntries,
    personId: studentId,
    rows: useQuery(recentEntriesQuery(studentId)).data,
    choose: newsAmong,
  });
  const denials = useUnseen({ seen: seenDenials, personId: studentId, rows: useDenied(studentId) });
  return {
    ...balanceNews(entries.unseen),
    dismissEntries: entries.dismiss,
    denials: denials.unseen,
    dismissDenials: denials.dismiss,
  };
}
