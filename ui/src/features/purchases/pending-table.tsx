import { Check, X } from 'lucide-react';
import { type MouseEvent, useMemo } from 'react';

import type { PurchaseRow } from '@/api/types';
import { Amount } from '@/components/amount';
import { Button } from '@/components/button';
import { type Column, DataTable } from '@/components/data-table';
import { formatCount } from '@/components/format';
import { RelativeTime } from '@/components/relative-time';
import { searchText } from '@/components/search-text';

import { useDoublePress } from './use-double-press';
import { useSendFulfilment } from './use-send-fulfilment';

const columns: Column<PurchaseRow>[] = [
  {
    id: 'student',
    header: 'Student',
    headline: true,
    width: 'w-52',
    sortBy: (purchase) => purchase.studentName,
    cell: ({ studentName }) => (
      <b title={studentName} className="block leading-5 wrap-anywhere">
        <bdi>{studentName}</bdi>
      </b>
    ),
  },
  {
    id: 'item',
    header: 'Item',
    wide: true,
    sortBy: (purchase) => purchase.itemName,
    cell: ({ itemName, goalbucksCost }) => (
      <span className="block leading-5 xl:flex xl:justify-between">
        <span className="me-2 wrap-anywhere">
          <bdi>{itemName}</bdi>
        </span>{' '}
        <Amount hideUnit value={goalbucksCost} className="text-small xl:shrink-0" />
      </span>
    ),
  },
  {
    id: 'purchased',
    header: 'Purchased',
    width: 'w-34',
    sortBy: (purchase) => purchase.purchasedAt,
    cell: ({ purchasedAt }) => (
      <span className="text-ink-2">
        <RelativeTime iso={purchasedAt} />
      </span>
    ),
  },
];

type ActionsProps = {
  purchase: PurchaseRow;
  onCancel: (purchase: PurchaseRow) => void;
  isDoublePress: (event: MouseEvent) => boolean;
};

function Actions({ purchase, onCancel, isDoublePress }: ActionsProps) {
  const { send, sending } = useSendFulfilment(purchase);
  const what = `${purchase.itemName} for ${purchase.studentName}`;
  return (
    <span className="inline-flex gap-1">
      <Button
        variant="ghost"
        icon={<X aria-hidden className="not-sm:hidden xl:hidden" />}
        disabled={sending}
        aria-label={`Cancel ${what}`}
        className="sm:max-xl:px-2!"
        onClick={() => {
          onCancel(purchase);
        }}
      >
        <span className="sm:max-xl:hidden">Cancel</span>
      </Button>
      <Button
        variant="soft"
        data-fulfill
        icon={<Check aria-hidden className="sm:max-xl:hidden" />}
        pending={sending}
        aria-label={`Mark as Fulfilled: ${what}`}
        onClick={(event) => {
          if (!isDoublePress(event)) send();
        }}
      >
        Mark as Fulfilled
      </Button>
    </span>
  );
}

type PendingTableProps = {
  /** What is pending, newest first. */
  purchases: PurchaseRow[];
  onCancel: (purchase: PurchaseRow) => void;
};

/** A queue: who has waited longest stands first, and sorting by student or item groups what is handed out together. */
export function PendingTable({ purchases, onCancel }: PendingTableProps) {
  const isDoublePress = useDoublePress();
  const withActions = useMemo<Column<PurchaseRow>[]>(() => {
    const cell = (purchase: PurchaseRow) => <Actions {...{ purchase, onCancel, isDoublePress }} />;
    return [
      ...columns,
      {
        id: 'actions',
        header: 'Actions',
        actions: true,
        wide: true,
        align: 'end',
        width: 'w-71 max-xl:w-53',
        cell,
      },
    ];
  }, [onCancel, isDoublePress]);
  // Ids grow with time, so within the same moment too the first one stands first.
  const rows = useMemo(() => purchases.toReversed(), [purchases]);
  return (
    <DataTable
      label="Pending purchases"
      columns={withActions}
      rows={rows}
      rowKey={({ id }) => id}
      initialSort={{ column: 'purchased', direction: 'ascending' }}
      search={{
        label: `Search ${formatCount(rows.length, 'purchase')}`,
        text: ({ studentName, itemName }) => searchText(studentName, itemName),
        none: 'No pending purchase has this student or item.',
      }}
    />
  );
}
