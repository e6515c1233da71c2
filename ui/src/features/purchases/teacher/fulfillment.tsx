import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import type { PurchaseListItem } from '@/api/types';
import { Card } from '@/components/card';
import { EmptyState } from '@/components/empty-state';
import { TrayArt } from '@/components/illustrations/illustrations';
import { SkeletonRows } from '@/components/skeleton';
import { QueryView } from '@/shared/query-view';
import { useReviewFocus } from '@/shared/review-list/use-review-focus';
import { useStableQueue } from '@/shared/review-list/use-stable-queue';

import { CancelPurchaseDialog } from './cancel-purchase-dialog';
import { PendingTable, type PurchaseOutcome, type PurchaseQueue } from './pending-table';
import { pendingPurchasesQuery } from './queries';
import { RecentlyFulfilled } from './recently-fulfilled';

const NO_PURCHASES: PurchaseListItem[] = [];

type PendingProps = {
  query: UseQueryResult<PurchaseListItem[]>;
  queue: PurchaseQueue;
  onCancel: (purchase: PurchaseListItem) => void;
};

function PendingPurchases({ query, queue, onCancel }: PendingProps) {
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
      {() => <PendingTable queue={queue} onCancel={onCancel} />}
    </QueryView>
  );
}

type FulfillmentProps = {
  classroomId: string;
  /** Whether a cancelled purchase's item returns to a limited stock. */
  isStockCounted: (purchase: PurchaseListItem) => boolean;
};

/** The Fulfillment tab: pending and recently fulfilled purchases. */
export function Fulfillment({ classroomId, isStockCounted }: FulfillmentProps) {
  const panel = useRef<HTMLDivElement>(null);
  const [cancelling, setCancelling] = useState<PurchaseListItem | null>(null);
  const pending = useQuery(pendingPurchasesQuery(classroomId));
  const queue = useStableQueue<PurchaseListItem, PurchaseOutcome>(
    panel,
    pending.data ?? NO_PURCHASES,
    'oldest',
  );
  const { listeners } = useReviewFocus(panel, queue.rows);
  return (
    <div className="flex flex-col gap-6">
      <Card
        ref={panel}
        as="section"
        aria-label={t`Pending purchases`}
        tabIndex={-1}
        className="overflow-clip outline-none"
        {...queue.listeners}
        {...listeners}
      >
        <PendingPurchases query={pending} queue={queue} onCancel={setCancelling} />
      </Card>
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
