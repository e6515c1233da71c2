import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Check, Printer } from 'lucide-react';
import { useRef, useState } from 'react';

import type { PurchaseListItem } from '@/api/types';
import { useIsSubstitute } from '@/auth/substitute';
import { Button } from '@/components/button';
import { type Column, DataTable } from '@/components/data-table/data-table';
import { SelectionBar, SelectionStatus } from '@/components/data-table/selection-bar';
import { RelativeTime } from '@/components/relative-time';
import { formatPart, formatNumber } from '@/lib/format';
import { searchText } from '@/lib/search-text';
import { Amount } from '@/shared/amount';

import { MAX_FULFILLED, useFulfillSeveral } from './mutations';
import { PurchaseActions, type PurchaseQueue } from './purchase-actions';

const dataColumns = (): Column<PurchaseListItem>[] => [
  {
    id: 'student',
    header: t`Student`,
    cardTitle: true,
    widthClass: 'w-52 wide:w-96 max-xl:w-32',
    sortBy: (purchase) => purchase.studentName,
    cell: ({ studentName }) => (
      <b title={studentName} className="block leading-5 wrap-break-word sm:max-xl:max-w-40">
        <bdi>{studentName}</bdi>
      </b>
    ),
  },
  {
    id: 'item',
    header: t({ message: 'Item', comment: 'Column: an item of the store' }),
    cardWidth: 'full',
    sortBy: (purchase) => purchase.itemName,
    cell: ({ itemName, goalbucksCost }) => (
      <span className="block leading-5 sm:min-w-20 xl:flex xl:items-baseline xl:justify-between">
        <span className="me-2 wrap-anywhere">
          <bdi>{itemName}</bdi>
        </span>{' '}
        <Amount hideUnit value={goalbucksCost} className="text-small xl:shrink-0" />
      </span>
    ),
  },
  {
    id: 'purchased',
    header: t({ message: 'Purchased', comment: 'Column: when the student bought the item' }),
    widthClass: 'w-34 max-xl:w-25',
    sortBy: (purchase) => purchase.purchasedAt,
    cell: ({ purchasedAt }) => (
      <span className="text-ink-2">
        <RelativeTime iso={purchasedAt} />
      </span>
    ),
  },
];

type ActionsColumnOptions = {
  queue: PurchaseQueue;
  onCancel: (purchase: PurchaseListItem) => void;
};

const actionsColumn = ({ queue, onCancel }: ActionsColumnOptions): Column<PurchaseListItem> => ({
  id: 'actions',
  header: t`Actions`,
  actions: true,
  cardWidth: 'full',
  align: 'end',
  widthClass: 'w-96 max-xl:w-80 max-md:w-46',
  cell: (purchase) => <PurchaseActions purchase={purchase} queue={queue} onCancel={onCancel} />,
});

const searchOf = (pendingCount: number) => ({
  label: plural(pendingCount, { one: 'Search # purchase', other: 'Search # purchases' }),
  text: ({ studentName, itemName }: PurchaseListItem) => searchText(studentName, itemName),
  none: t`No pending purchase has this student or item.`,
});

const selectionLabels = () => ({
  allLabel: t`Select all purchases`,
  rowLabel: ({ itemName, studentName }: PurchaseListItem) => t`Select ${itemName} for ${studentName}`,
});

/** The purchases that are ticked, of those that are shown and pending. */
function useTicked(queue: PurchaseQueue, shown: readonly PurchaseListItem[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const isSelectable = (purchase: PurchaseListItem) => queue.outcomeOf(purchase) === null;
  const pending = shown.filter(isSelectable);
  const ticked = pending.filter(({ id }) => ids.has(id));
  const selected: ReadonlySet<string> = new Set(ticked.map(({ id }) => id));
  return { pending, ticked, selection: { selected, onChange: setIds, isSelectable, ...selectionLabels() } };
}

type TickedActionsProps = {
  ticked: PurchaseListItem[];
  onPrint: (purchases: readonly PurchaseListItem[]) => void;
  onFulfilled: (purchases: PurchaseListItem[]) => void;
};

function TickedActions({ ticked, onPrint, onFulfilled }: TickedActionsProps) {
  const { mutate: fulfill, isPending: sending } = useFulfillSeveral(onFulfilled);
  const chosen = ticked.slice(0, MAX_FULFILLED);
  const number = formatNumber(chosen.length);
  return (
    <>
      <PrintButton
        onPrint={() => {
          onPrint(ticked);
        }}
      />
      <Button
        variant="primary"
        icon={<Check aria-hidden />}
        pending={sending}
        onClick={() => {
          fulfill(chosen);
        }}
      >
        {t`Mark ${number} as Fulfilled`}
      </Button>
    </>
  );
}

function PrintButton({ onPrint }: { onPrint: () => void }) {
  if (useIsSubstitute()) return null;
  return (
    <Button icon={<Printer aria-hidden />} onClick={onPrint}>
      <Trans>Print Pick List</Trans>
    </Button>
  );
}

type PendingTableProps = {
  queue: PurchaseQueue;
  /** The purchases of the queue that the filters show. */
  shown: readonly PurchaseListItem[];
  onCancel: (purchase: PurchaseListItem) => void;
  onPrint: (purchases: readonly PurchaseListItem[]) => void;
};

/** Pending purchases, oldest first by default. */
export function PendingTable({ queue, shown, onCancel, onPrint }: PendingTableProps) {
  const status = useRef<HTMLParagraphElement>(null);
  const { pending, ticked, selection } = useTicked(queue, shown);
  const count = { selectedCount: ticked.length, all: pending.length };
  const clear = () => {
    status.current?.focus({ preventScroll: true });
    selection.onChange(new Set());
  };
  return (
    <>
      <DataTable
        label={t`Pending purchases`}
        columns={[...dataColumns(), actionsColumn({ queue, onCancel })]}
        rows={shown}
        rowKey={({ id }) => id}
        initialSort={{ column: 'purchased', direction: 'ascending' }}
        selection={selection}
        search={searchOf(queue.pendingCount)}
        toolbar={(found) => (
          <>
            <SelectionStatus status={status} {...count}>
              {found !== null && formatPart(found, shown.length)}
            </SelectionStatus>
            {ticked.length === 0 && (
              <PrintButton
                onPrint={() => {
                  onPrint(pending);
                }}
              />
            )}
          </>
        )}
      />
      {ticked.length > 0 && (
        <SelectionBar focusAfter={status} label={t`Selected purchases`} onClear={clear} {...count}>
          <TickedActions
            ticked={ticked}
            onPrint={onPrint}
            onFulfilled={(purchases) => {
              status.current?.focus({ preventScroll: true });
              for (const { id } of purchases) queue.recordOutcome(id, 'fulfilled');
              selection.onChange(new Set());
            }}
          />
        </SelectionBar>
      )}
    </>
  );
}
