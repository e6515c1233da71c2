import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { type ComponentProps, type RefObject, useRef, useState } from 'react';

import type { Classroom, PurchaseListItem } from '@/api/types';
import { Card } from '@/components/card';
import { EmptyState } from '@/components/empty-state';
import { TrayArt } from '@/components/illustrations/illustrations';
import { SkeletonRows } from '@/components/skeleton';
import { FilterBar, NothingMatches } from '@/shared/filters/filter-bar';
import type { FilterFields } from '@/shared/filters/filter-options';
import { type Filters, useListFilters } from '@/shared/filters/use-filters';
import { usePrintSheet } from '@/shared/print/use-print-sheet';
import { QueryView } from '@/shared/query-view';
import { useReviewFocus } from '@/shared/review-list/use-review-focus';
import { useStableQueue } from '@/shared/review-list/use-stable-queue';

import { CancelPurchaseDialog } from './cancel-purchase-dialog';
import { PendingTable } from './pending-table';
import { PickList } from './pick-list';
import type { PurchaseOutcome } from './purchase-actions';
import { pendingPurchasesQuery } from './queries';
import { RecentlyFulfilled } from './recently-fulfilled';

const NO_PURCHASES: PurchaseListItem[] = [];

/** The page chooses the class. */
const FIELDS: FilterFields<PurchaseListItem> = {
  item: { value: ({ itemName }) => itemName, label: ({ itemName }) => itemName },
  student: { value: ({ studentId }) => studentId, label: ({ studentName }) => studentName },
};

type PendingProps = ComponentProps<typeof PendingTable> & {
  query: UseQueryResult<PurchaseListItem[]>;
  filters: Filters;
};

function PendingPurchases({ query, filters, ...table }: PendingProps) {
  const { queue, shown } = table;
  return (
    <QueryView
      query={query}
      title={t`The purchases didn't load`}
      loading={t`Loading purchases...`}
      skeleton={<SkeletonRows rows={6} />}
      isEmpty={() => queue.rows.length === 0}
      empty={
        <EmptyState art={<TrayArt />} title={t`Nothing to hand out`}>
          <Trans>What your students buy waits for you here.</Trans>
        </EmptyState>
      }
    >
      {() => (shown.length === 0 ? <NothingMatches filters={filters} /> : <PendingTable {...table} />)}
    </QueryView>
  );
}

function useFilteredQueue(classroomId: string, panel: RefObject<HTMLDivElement | null>) {
  const pending = useQuery(pendingPurchasesQuery(classroomId));
  const queue = useStableQueue<PurchaseListItem, PurchaseOutcome>(
    panel,
    pending.data ?? NO_PURCHASES,
    'oldest',
  );
  const filters = useListFilters(pending.data, FIELDS);
  return { pending, queue, filters, shown: queue.rows.filter(filters.matches) };
}

type FulfillmentProps = {
  classroom: Pick<Classroom, 'id' | 'name'>;
  /** Whether a cancelled purchase's item returns to a limited stock. */
  isStockCounted: (purchase: PurchaseListItem) => boolean;
};

/** The Fulfillment tab: pending and recently fulfilled purchases. */
export function Fulfillment({ classroom, isStockCounted }: FulfillmentProps) {
  const { id: classroomId } = classroom;
  const panel = useRef<HTMLDivElement>(null);
  const [cancelling, setCancelling] = useState<PurchaseListItem | null>(null);
  const { pending, queue, filters, shown } = useFilteredQueue(classroomId, panel);
  const { listeners } = useReviewFocus(panel, shown);
  const { print, sheet } = usePrintSheet();
  return (
    <div className="flex flex-col gap-6">
      <div>
        <FilterBar filters={filters} count={{ shown: shown.length, all: queue.rows.length }} />
        <Card
          ref={panel}
          as="section"
          aria-label={t`Pending purchases`}
          tabIndex={-1}
          className="overflow-clip outline-none"
          {...queue.listeners}
          {...listeners}
        >
          <PendingPurchases
            query={pending}
            filters={filters}
            queue={queue}
            shown={shown}
            onCancel={setCancelling}
            onPrint={(purchases) => {
              print(() => <PickList className={classroom.name} purchases={purchases} />);
            }}
          />
        </Card>
      </div>
      {sheet}
      <RecentlyFulfilled classroomId={classroomId} shownAbove={queue.rows.map(({ id }) => id)} />
      <CancelPurchaseDialog
        purchase={cancelling}
        restocks={cancelling !== null && isStockCounted(cancelling)}
        onCancelled={({ id }) => {
          queue.recordOutcome(id, 'cancelled');
        }}
        onClose={() => {
          setCancelling(null);
        }}
      />
    </div>
  );
}
