import { Check, CircleSlash, PackageCheck, RotateCcw, Undo2 } from 'lucide-react';
import { useMemo } from 'react';

import type { PurchaseRow } from '@/api/types';
import { Amount } from '@/components/amount';
import { Badge } from '@/components/badge';
import { Button } from '@/components/button';
import { classNames } from '@/components/class-names';
import { type Column, DataTable } from '@/components/data-table';
import { formatCount } from '@/components/format';
import { RelativeTime } from '@/components/relative-time';
import { searchText } from '@/components/search-text';

import { fulfillButtonId, useSendFulfillment, useUndoFulfillment } from './use-fulfillment';
import type { Outcome, SteadyQueue } from './use-steady-queue';

const columns: Column<PurchaseRow>[] = [
  {
    id: 'student',
    header: 'Student',
    headline: true,
    width: 'w-52 max-xl:w-32',
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
    width: 'w-34 max-xl:w-25',
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
  queue: Pick<SteadyQueue, 'outcomeOf' | 'note' | 'hasJustMoved'>;
  onCancel: (purchase: PurchaseRow) => void;
};

const buttonClass = 'sm:max-xl:px-2.5!';

function UndoButton({ purchase }: { purchase: PurchaseRow }) {
  const { undo, undoing } = useUndoFulfillment();
  return (
    <Button
      variant="ghost"
      icon={<RotateCcw aria-hidden />}
      pending={undoing}
      aria-label={`Undo: ${purchase.itemName} for ${purchase.studentName}`}
      className={buttonClass}
      onClick={() => void undo(purchase)}
    >
      Undo
    </Button>
  );
}

/** What stands in a settled row that its button no longer has anything to do with. */
function WhatBecame({ outcome }: { outcome: Exclude<Outcome, 'fulfilled'> }) {
  return outcome === 'cancelled' ? (
    <Badge tone="plain" icon={<Undo2 aria-hidden />}>
      Cancelled and refunded
    </Badge>
  ) : (
    <Badge tone="plain" icon={<CircleSlash aria-hidden />}>
      No longer pending
    </Badge>
  );
}

function Actions({ purchase, queue, onCancel }: ActionsProps) {
  const { send, sending } = useSendFulfillment(purchase, queue.note);
  const what = `${purchase.itemName} for ${purchase.studentName}`;
  const outcome = queue.outcomeOf(purchase);
  if (outcome === 'cancelled' || outcome === 'unknown') return <WhatBecame outcome={outcome} />;
  const isFulfilled = outcome === 'fulfilled';
  return (
    <span className="inline-flex flex-wrap gap-1 sm:max-md:flex-col sm:max-md:items-stretch sm:max-md:py-1">
      {isFulfilled ? (
        <UndoButton key="undo" purchase={purchase} />
      ) : (
        <Button
          key="cancel"
          variant="ghost"
          disabled={sending}
          aria-label={`Cancel and refund: ${what}`}
          className={buttonClass}
          onClick={() => {
            if (!queue.hasJustMoved()) onCancel(purchase);
          }}
        >
          Cancel and refund
        </Button>
      )}
      {/* The same button once it is done: it keeps the focus, and a second press on it does nothing. */}
      <Button
        key="fulfill"
        id={fulfillButtonId(purchase)}
        variant={isFulfilled ? 'ghost' : 'soft'}
        {...(isFulfilled ? { 'aria-disabled': true } : { 'data-fulfill': '' })}
        icon={isFulfilled ? <PackageCheck aria-hidden /> : <Check aria-hidden className="sm:max-xl:hidden" />}
        pending={sending && !isFulfilled}
        aria-label={`${isFulfilled ? 'Fulfilled' : 'Mark as Fulfilled'}: ${what}`}
        className={classNames(
          buttonClass,
          isFulfilled && 'cursor-default text-approved-ink! hover:bg-transparent!',
        )}
        onClick={() => {
          if (!isFulfilled && !queue.hasJustMoved()) send();
        }}
      >
        {isFulfilled ? 'Fulfilled' : 'Mark as Fulfilled'}
      </Button>
    </span>
  );
}

type PendingTableProps = {
  queue: SteadyQueue;
  onCancel: (purchase: PurchaseRow) => void;
};

/** A queue: who has waited longest stands first, and sorting by student or item groups what is handed out together. */
export function PendingTable({ queue, onCancel }: PendingTableProps) {
  const { rows, outcomeOf, note, hasJustMoved } = queue;
  const withActions = useMemo<Column<PurchaseRow>[]>(() => {
    const cell = (purchase: PurchaseRow) => (
      <Actions purchase={purchase} queue={{ outcomeOf, note, hasJustMoved }} onCancel={onCancel} />
    );
    return [
      ...columns,
      {
        id: 'actions',
        header: 'Actions',
        actions: true,
        wide: true,
        align: 'end',
        width: 'w-90 max-xl:w-84 max-md:w-46',
        cell,
      },
    ];
  }, [onCancel, outcomeOf, note, hasJustMoved]);
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
