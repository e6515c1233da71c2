import { useInfiniteQuery } from '@tanstack/react-query';

import { EmptyState } from '@/components/empty-state';
import { CupArt } from '@/components/illustrations/art';
import { ShowMore } from '@/components/show-more';
import { Loading } from '@/components/skeleton';
import { QueryError } from '@/shared/query-error';

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
  if (ledger.data) {
    const pages = ledger.data.pages.map(({ rows }) => rows);
    if (pages.flat().length === 0) {
      return (
        <EmptyState art={<CupArt />} title="No GoalBucks yet">
          {empty}
        </EmptyState>
      );
    }
    return (
      <>
        <LedgerList pages={pages} actionOf={actionOf} />
        <ShowMore pages={ledger} />
      </>
    );
  }
  if (ledger.isError) return <QueryError title="The history didn't load" query={ledger} />;
  return (
    <Loading label="Loading GoalBucks history...">
      <LedgerSkeleton />
    </Loading>
  );
}
