import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Check, CircleSlash, PackageCheck, RotateCcw, Undo2 } from 'lucide-react';

import type { PurchaseListItem } from '@/api/types';
import { Badge } from '@/components/badge';
import { Button } from '@/components/button';
import { type Column, DataTable } from '@/components/data-table/data-table';
import { RelativeTime } from '@/components/relative-time';
import { classNames } from '@/lib/class-names';
import { searchText } from '@/lib/search-text';
import { Amount } from '@/shared/amount';
import type { StableQueue } from '@/shared/review-list/use-stable-queue';

import { fulfillButtonId, useFulfill, useUnfulfill } from './mutations';

/** Outcome of a purchase that was processed just now. */
export type PurchaseOutcome = 'fulfilled' | 'cancelled';
export type PurchaseQueue = StableQueue<PurchaseListItem, PurchaseOutcome>;

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

type ActionsProps = {
  purchase: PurchaseListItem;
  queue: Pick<PurchaseQueue, 'outcomeOf' | 'recordOutcome' | 'hasJustMoved'>;
  onCancel: (purchase: PurchaseListItem) => void;
};

const buttonClass = 'max-xl:px-2.5!';

function UndoButton({ purchase }: { purchase: PurchaseListItem }) {
  const { itemName, studentName } = purchase;
  const { mutate: undo, isPending: undoing } = useUnfulfill();
  return (
    <Button
      variant="ghost"
      icon={<RotateCcw aria-hidden />}
      pending={undoing}
      aria-label={t`Undo: ${itemName} for ${studentName}`}
      className={buttonClass}
      onClick={() => {
        undo(purchase);
      }}
    >
      <Trans>Undo</Trans>
    </Button>
  );
}

/** Badge in place of the buttons of a processed row. */
function OutcomeBadge({ outcome }: { outcome: 'cancelled' | 'unknown' }) {
  return outcome === 'cancelled' ? (
    <Badge tone="plain" icon={<Undo2 aria-hidden />}>
      <Trans>Cancelled and refunded</Trans>
    </Badge>
  ) : (
    <Badge tone="plain" icon={<CircleSlash aria-hidden />}>
      <Trans>No longer pending</Trans>
    </Badge>
  );
}

type FulfillButtonProps = ActionsProps & { isFulfilled: boolean; sending: boolean; onSend: () => void };

/** Stays mounted after fulfilling: keeps the focus and ignores further clicks. */
function FulfillButton({ purchase, queue, isFulfilled, sending, onSend }: FulfillButtonProps) {
  const Icon = isFulfilled ? PackageCheck : Check;
  const { itemName, studentName } = purchase;
  return (
    <Button
      id={fulfillButtonId(purchase)}
      variant="soft"
      {...(isFulfilled ? { 'aria-disabled': true } : { 'data-pending': purchase.id })}
      icon={<Icon aria-hidden className="max-xl:hidden" />}
      pending={sending && !isFulfilled}
      aria-label={
        isFulfilled
          ? t`Fulfilled: ${itemName} for ${studentName}`
          : t`Mark as Fulfilled: ${itemName} for ${studentName}`
      }
      className={classNames(
        buttonClass,
        // Without an icon the spinner covers the label: a wider button would wrap and move from under a second tap.
        'max-xl:[&>svg]:absolute max-xl:aria-busy:[&>span]:invisible',
        isFulfilled && 'cursor-default bg-transparent! text-approved-ink!',
      )}
      onClick={() => {
        if (!isFulfilled && !queue.hasJustMoved()) onSend();
      }}
    >
      {/* Keeps its width so that Undo doesn't move under the pointer. */}
      <span className="grid text-start *:[grid-area:1/1]">
        <span className={isFulfilled ? 'invisible' : ''}>
          <Trans>Mark as Fulfilled</Trans>
        </span>
        {isFulfilled && (
          <span>
            <Trans>Fulfilled</Trans>
          </span>
        )}
      </span>
    </Button>
  );
}

function CancelButton({ purchase, queue, onCancel, disabled }: ActionsProps & { disabled: boolean }) {
  const { itemName, studentName } = purchase;
  return (
    <Button
      variant="ghost"
      disabled={disabled}
      aria-label={t`Cancel and refund: ${itemName} for ${studentName}`}
      className={buttonClass}
      onClick={() => {
        if (!queue.hasJustMoved()) onCancel(purchase);
      }}
    >
      <Trans>Cancel and refund</Trans>
    </Button>
  );
}

function Actions(props: ActionsProps) {
  const { purchase, queue } = props;
  const { mutate: fulfill, isPending: sending } = useFulfill(() => {
    queue.recordOutcome(purchase.id, 'fulfilled');
  });
  const outcome = queue.outcomeOf(purchase);
  if (outcome === 'cancelled' || outcome === 'unknown') return <OutcomeBadge outcome={outcome} />;
  const isFulfilled = outcome === 'fulfilled';
  return (
    <span
      {...(isFulfilled && { 'data-processed': '' })}
      className="inline-flex justify-end gap-1 max-sm:flex-wrap sm:max-md:flex-col sm:max-md:py-1"
    >
      {isFulfilled ? (
        <UndoButton key="undo" purchase={purchase} />
      ) : (
        <CancelButton key="cancel" {...props} disabled={sending} />
      )}
      <FulfillButton
        {...props}
        isFulfilled={isFulfilled}
        sending={sending}
        onSend={() => {
          fulfill(purchase);
        }}
      />
    </span>
  );
}

type PendingTableProps = {
  queue: PurchaseQueue;
  onCancel: (purchase: PurchaseListItem) => void;
};

/** Pending purchases, oldest first by default. */
export function PendingTable({ queue, onCancel }: PendingTableProps) {
  const { rows, pendingCount, outcomeOf, recordOutcome, hasJustMoved } = queue;
  const cell = (purchase: PurchaseListItem) => (
    <Actions purchase={purchase} queue={{ outcomeOf, recordOutcome, hasJustMoved }} onCancel={onCancel} />
  );
  const columns: Column<PurchaseListItem>[] = [
    ...dataColumns(),
    {
      id: 'actions',
      header: t`Actions`,
      actions: true,
      cardWidth: 'full',
      align: 'end',
      widthClass: 'w-96 max-xl:w-80 max-md:w-46',
      cell,
    },
  ];
  return (
    <DataTable
      label={t`Pending purchases`}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      initialSort={{ column: 'purchased', direction: 'ascending' }}
      search={{
        label: plural(pendingCount, { one: 'Search # purchase', other: 'Search # purchases' }),
        text: ({ studentName, itemName }) => searchText(studentName, itemName),
        none: t`No pending purchase has this student or item.`,
      }}
    />
  );
}
