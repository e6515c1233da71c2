import { useInfiniteQuery } from '@tanstack/react-query';

import { hasNoRows } from '@/api/row-pages';
import { EmptyState } from '@/components/empty-state';
import { CupArt } from '@/components/illustrations/art';
import { ShowMore } from '@/components/show-more';
import { QueryView } from '@/shared/query-view';

import { type EntryActions, LedgerList, LedgerSkeleton } from './ledger-list';
import { ledgerQuery } from './queries';

type GoalbucksHistoryProps = {
  studentId: string;
  /** What to say while nothing has changed the balance yet. */
  empty: string;
} & EntryActions;

/** The changes of a student's balance, 50 at a time, asked for when this is shown. */
export function GoalbucksHistory({ studentId, empty, actionOf }: GoalbucksHistoryProps) {
  const ledger = useInfiniteQuery(ledgerQuery(studentId));
  return (
    <QueryView
      query={ledger}
      title="The history didn't load"
      loading="Loading GoalBucks history..."
      skeleton={<LedgerSkeleton />}
      isEmpty={hasNoRows}
      empty={
        <EmptyState art={<CupArt />} title="No GoalBucks yet">
          {empty}
        </EmptyState>
      }
    >
      {({ pages }) => (
        <>
          <LedgerList pages={pages.map(({ rows }) => rows)} actionOf={actionOf} />
          <ShowMore pages={ledger} />
        </>
      )}
    </QueryView>
  );
}
