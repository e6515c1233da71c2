import { t } from '@lingui/core/macro';
import { useInfiniteQuery } from '@tanstack/react-query';

import { hasNoRows } from '@/api/cursor-pagination';
import { EmptyState } from '@/components/empty-state';
import { CupArt } from '@/components/illustrations/illustrations';
import { PagedList } from '@/components/show-more';
import { QueryView } from '@/shared/query-view';

import { type EntryActions, LedgerEntryItem, LedgerSkeleton } from './ledger-entry';
import { ledgerQuery } from './queries';

type GoalbucksHistoryProps = {
  studentId: string;
  /** Text of the empty state. */
  empty: string;
} & EntryActions;

/** A student's ledger in pages of 50, loaded on mount. */
export function GoalbucksHistory({ studentId, empty, renderAction }: GoalbucksHistoryProps) {
  const ledger = useInfiniteQuery(ledgerQuery(studentId));
  return (
    <QueryView
      query={ledger}
      title={t`The history didn't load`}
      loading={t`Loading GoalBucks history...`}
      skeleton={<LedgerSkeleton />}
      isEmpty={hasNoRows}
      empty={
        <EmptyState art={<CupArt />} title={t`No GoalBucks yet`}>
          {empty}
        </EmptyState>
      }
    >
      {({ pages }) => (
        <PagedList
          query={ledger}
          pages={pages}
          renderRow={(entry, focusProps) => (
            <LedgerEntryItem
              key={entry.id}
              entry={entry}
              focusProps={focusProps}
              renderAction={renderAction}
            />
          )}
        />
      )}
    </QueryView>
  );
}
