import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import type { PurchaseRow } from '@/api/types';
import { Card } from '@/components/card';
import { EmptyState } from '@/components/empty-state';
import { TrayArt } from '@/components/illustrations/art';
import { SkeletonRows } from '@/components/skeleton';
import { QueryView } from '@/shared/query-view';
import { useSteadyQueue } from '@/shared/review-list/use-steady-queue';

import { CancelPurchaseDialog } from './cancel-purchase-dialog';
import { PendingTable, type PurchaseOutcome, type PurchaseQueue } from './pending-table';
import { pendingPurchasesQuery } from './queries';
import { RecentlyFulfilled } from './recently-fulfilled';
import { useQueueFocus } from './use-queue-focus';

const NONE: PurchaseRow[] = [];

type PendingProps = {
  query: UseQueryResult<PurchaseRow[]>;
  queue: PurchaseQueue;
  onCancel: (purchase: PurchaseRow) => void;
};

function Pending({ query, queue, onCancel }: PendingProps) {
  return (
    <QueryView
      query={query}
      title="The purchases didn't load"
      loading="Loading purchases..."
      skeleton={<SkeletonRows rows={6} />}
      isEmpty={() => queue.rows.length === 0}
      empty={
        <EmptyState art={<TrayArt />} title="Nothing to hand out">
          What your students buy waits for you here.
        </EmptyState>
      }
    >
      {() => <PendingTable queue={queue} onCancel={onCancel} />}
    </QueryView>
  );
}

type FulfillmentProps = {
  classroomId: string;
  /** Whether a cancelled purchase's item goes back into a stock that is counted. */
  restocks: (purchase: PurchaseRow) => boolean;
};

/** The Fulfillment tab: what waits to be handed out, and what was last. */
export function Fulfillment({ classroomId, restocks }: FulfillmentProps) {
  const panel = useRef<HTMLDivElement>(null);
  const [cancelling, setCancelling] = useState<PurchaseRow | null>(null);
  const pending = useQuery(pendingPurchasesQuery(classroomId));
  const queue = useSteadyQueue<PurchaseRow, PurchaseOutcome>(panel, pending.data ?? NONE, 'oldest first');
  const focus = useQueueFocus(panel, queue.rows);
  return (
    <div className="flex flex-col gap-6">
      <Card
        ref={panel}
        as="section"
        aria-label="Pending purchases"
        tabIndex={-1}
        className="overflow-clip outline-none"
        {...queue.listeners}
        {...focus}
      >
        <Pending query={pending} queue={queue} onCancel={setCancelling} />
      </Card>
      <RecentlyFulfilled classroomId={classroomId} />
      <CancelPurchaseDialog
        purchase={cancelling}
        restocks={cancelling !== null && restocks(cancelling)}
        onCancelled={({ id }) => {
          queue.note(id, 'cancelled');
        }}
        onClose={() => {
          setCancelling(null);
        }}
      />
    </div>
  );
}
