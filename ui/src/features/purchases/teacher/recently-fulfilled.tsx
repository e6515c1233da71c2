import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { PackageCheck, RotateCcw } from 'lucide-react';
import { useId, useState } from 'react';

import type { PurchaseListItem } from '@/api/types';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';
import { RelativeTime } from '@/components/relative-time';
import { SkeletonRows } from '@/components/skeleton';
import { Amount } from '@/shared/amount';
import { HelpLink } from '@/shared/help-link';
import { QueryView } from '@/shared/query-view';

import { useUnfulfill } from './mutations';
import { fulfilledPurchasesQuery } from './queries';

const MAX_SHOWN = 5;

type FulfilledRowProps = { purchase: PurchaseListItem; onUndo: () => void };

function FulfilledRow({ purchase, onUndo }: FulfilledRowProps) {
  const { studentName, itemName, fulfilledAt } = purchase;
  return (
    <li className="flex items-center gap-3 border-t border-line px-4 py-2.5 first:border-t-0 large-text:flex-wrap">
      <span className="grid size-7 shrink-0 place-items-center rounded-control bg-approved-soft text-approved-ink [&>svg]:size-4">
        <PackageCheck aria-hidden />
      </span>
      <div className="min-w-0 grow leading-5">
        <p className="wrap-anywhere">
          <b>
            <bdi>{studentName}</bdi>
          </b>{' '}
          <span className="text-ink-3">·</span> <bdi>{itemName}</bdi>
        </p>
        {fulfilledAt !== null && (
          <p className="text-small text-ink-2">
            <Trans>
              Fulfilled <RelativeTime iso={fulfilledAt} />
            </Trans>
          </p>
        )}
      </div>
      <Amount hideUnit value={purchase.goalbucksCost} />
      <Button
        variant="ghost"
        icon={<RotateCcw aria-hidden className="max-sm:hidden" />}
        aria-label={t`Undo: ${itemName} for ${studentName}`}
        onClick={onUndo}
      >
        <Trans>Undo</Trans>
      </Button>
    </li>
  );
}

function UndoEffect({ itemName, studentName }: PurchaseListItem) {
  return (
    <p className="wrap-anywhere">
      <Trans>
        <strong className="text-ink">
          <bdi>{itemName}</bdi>
        </strong>{' '}
        for{' '}
        <strong className="text-ink">
          <bdi>{studentName}</bdi>
        </strong>{' '}
        is pending again. Balance and stock stay as they are.
      </Trans>
    </p>
  );
}

type UndoDialogProps = { purchase: PurchaseListItem | null; onClose: () => void };

/** Confirms, because the rows move up and a double click would undo the next one. */
function UndoDialog({ purchase, onClose }: UndoDialogProps) {
  const { mutate: undo, isPending: undoing } = useUnfulfill();
  return (
    <ConfirmDialog
      open={purchase !== null}
      onOpenChange={onClose}
      title={t`Undo this fulfillment?`}
      description={purchase && <UndoEffect {...purchase} />}
      confirmLabel={t`Undo fulfillment`}
      pendingLabel={t`Undoing`}
      pending={undoing}
      onConfirm={() => {
        if (purchase) undo(purchase, { onSettled: onClose });
      }}
    />
  );
}

type RecentlyFulfilledProps = {
  classroomId: string;
  /** Ids of purchases that are still in the list above. */
  shownAbove: readonly string[];
};

function Content({ classroomId, shownAbove }: RecentlyFulfilledProps) {
  const fulfilled = useQuery(fulfilledPurchasesQuery(classroomId));
  const [undoing, setUndoing] = useState<PurchaseListItem | null>(null);
  const newest = (purchases: PurchaseListItem[]) =>
    purchases.filter(({ id }) => !shownAbove.includes(id)).slice(0, MAX_SHOWN);
  return (
    <QueryView
      query={fulfilled}
      isEmpty={(purchases) => newest(purchases).length === 0}
      level={3}
      title={t`The fulfilled purchases didn't load`}
      loading={t`Loading fulfilled purchases...`}
      skeleton={<SkeletonRows rows={3} />}
      empty={
        <p className="px-4 py-5 text-center text-ink-2">
          <Trans>What you mark as fulfilled appears here.</Trans>
        </p>
      }
    >
      {(purchases) => (
        <>
          <ul>
            {newest(purchases).map((purchase) => (
              <FulfilledRow
                key={purchase.id}
                purchase={purchase}
                onUndo={() => {
                  setUndoing(purchase);
                }}
              />
            ))}
          </ul>
          <UndoDialog
            purchase={undoing}
            onClose={() => {
              setUndoing(null);
            }}
          />
        </>
      )}
    </QueryView>
  );
}

/** The last five fulfilled purchases. */
export function RecentlyFulfilled(props: RecentlyFulfilledProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2">
        <Trans>Recently Fulfilled</Trans>
      </h2>
      <Card>
        <Content {...props} />
      </Card>
      <HelpLink answer="a-child-bought-the-wrong-thing" className="mt-2" />
    </section>
  );
}
