import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Check, CircleSlash, PackageCheck, RotateCcw, Undo2 } from 'lucide-react';

import type { PurchaseListItem } from '@/api/types';
import { useIsSubstitute } from '@/auth/substitute';
import { Badge } from '@/components/badge';
import { Button } from '@/components/button';
import { classNames } from '@/lib/class-names';
import type { StableQueue } from '@/shared/review-list/use-stable-queue';

import { fulfillButtonId, useFulfill, useUnfulfill } from './mutations';

/** Outcome of a purchase that was processed just now. */
export type PurchaseOutcome = 'fulfilled' | 'cancelled';
export type PurchaseQueue = StableQueue<PurchaseListItem, PurchaseOutcome>;

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

/** Buttons of a pending purchase, or its outcome. */
export function PurchaseActions(props: ActionsProps) {
  const { purchase, queue } = props;
  const { mutate: fulfill, isPending: sending } = useFulfill(() => {
    queue.recordOutcome(purchase.id, 'fulfilled');
  });
  const isSubstitute = useIsSubstitute();
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
        !isSubstitute && <CancelButton key="cancel" {...props} disabled={sending} />
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
