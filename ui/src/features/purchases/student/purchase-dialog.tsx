import { plural, select, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';

import { isStatus, type Outage, outageOf } from '@/api/api-error';
import { serverKind } from '@/api/server-kind';
import type { StoreItem } from '@/api/types';
import { useStudent } from '@/auth/session-context';
import { Button } from '@/components/button';
import { Dialog, DialogActions, DialogClose } from '@/components/dialog/dialog';
import { useBlockClosing } from '@/components/dialog/unsaved-changes';
import { Gift } from '@/components/illustrations/gift';
import { Amount } from '@/shared/amount';

import { usePurchase } from './mutations';
import { type PurchaseError, purchaseError, type Shopping } from './purchase-rules';

/** Current state of the chosen item. */
type CurrentOffer = Shopping & { item: StoreItem | undefined };

type PurchaseDialogContext = CurrentOffer & {
  /** Snapshot of the item when it was chosen. */
  chosen: StoreItem;
  onClose: () => void;
};

function BillLine({ label, value, strong = false }: { label: string; value: number; strong?: boolean }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line py-3 first:border-t-0">
      <dt className={strong ? 'font-mid' : 'text-ink-2'}>{label}</dt>
      <dd>
        <Amount value={value} />
      </dd>
    </div>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="mt-4 rounded-control bg-gold-soft px-4 py-3 text-gold-ink">
      {children}
    </p>
  );
}

const purchaseErrors: Record<PurchaseError, (item: StoreItem, balance: number) => string> = {
  closed: () => t`The store has just closed. Your GoalBucks are untouched.`,
  'sold-out': () => t`It has just sold out. Your GoalBucks are untouched.`,
  limit: () => t`You already got this. Your GoalBucks are untouched.`,
  'not-enough': ({ goalbucksCost }, balance) => {
    const missing = goalbucksCost - balance;
    return plural(missing, {
      one: 'Not Enough GoalBucks: you need # more GoalBuck for this now.',
      other: 'Not Enough GoalBucks: you need # more GoalBucks for this now.',
    });
  },
};

/** Message if the item can no longer be bought, else null. */
function describeError({ item, balance, isOpen }: CurrentOffer): string | null {
  if (!item) return t`Your teacher has taken it out of the store. Your GoalBucks are untouched.`;
  if (balance === undefined) return t`Your balance didn't load, so this has to wait.`;
  const error = purchaseError(item, { balance, isOpen });
  return error && purchaseErrors[error](item, balance);
}

function describeOutage(outage: Outage): string {
  const server = serverKind();
  return outage === 'server'
    ? select(server, {
        school:
          'The school’s server didn’t answer. We don’t know yet if you bought this. Try again before you close it. You never pay twice.',
        other:
          'The class computer didn’t answer. We don’t know yet if you bought this. Try again before you close it. You never pay twice.',
      })
    : select(server, {
        school:
          'A part of the school’s server didn’t answer. We don’t know yet if you bought this. Try again before you close it. You never pay twice.',
        other:
          'A part of the class computer didn’t answer. We don’t know yet if you bought this. Try again before you close it. You never pay twice.',
      });
}

type BillProps = { item: StoreItem; balance: number };

function Bill({ item, balance }: BillProps) {
  return (
    <dl className="mt-4 rounded-control border border-line px-4">
      <BillLine label={t`Price`} value={item.goalbucksCost} />
      <BillLine label={t`Balance now`} value={balance} />
      <BillLine strong label={t`Balance after`} value={balance - item.goalbucksCost} />
    </dl>
  );
}

type PurchaseConfirmationProps = BillProps &
  Pick<PurchaseDialogContext, 'chosen'> & {
    buying: boolean;
    /** What didn't answer if the purchase is unconfirmed, else null. */
    outage: Outage | null;
    onConfirm: () => void;
  };

/** Price, balance and the confirm button. A changed price has to be confirmed separately. */
function PurchaseConfirmation({
  item,
  balance,
  chosen,
  buying,
  outage,
  onConfirm,
}: PurchaseConfirmationProps) {
  const isRepriced = item.goalbucksCost !== chosen.goalbucksCost;
  return (
    <>
      <Bill item={item} balance={balance} />
      {isRepriced && (
        <Note>
          <Trans>
            The price has changed: it was <Amount plain value={chosen.goalbucksCost} />, now it is{' '}
            <Amount plain value={item.goalbucksCost} />.
          </Trans>
        </Note>
      )}
      {outage !== null && <Note>{describeOutage(outage)}</Note>}
      <DialogActions>
        <Button variant="primary" pending={buying} pendingLabel={t`Purchasing`} onClick={onConfirm}>
          {isRepriced ? t`Confirm New Price` : t`Confirm Purchase`}
        </Button>
      </DialogActions>
    </>
  );
}

function PurchaseForm({ chosen, onClose, ...now }: PurchaseDialogContext) {
  const { id: studentId } = useStudent();
  const { mutate, isPending: buying, error } = usePurchase();
  const outage = outageOf(error);
  // While the purchase is pending or unconfirmed, show the confirmed offer rather than the current one. A retry is
  // idempotent.
  const [confirmedOffer, setConfirmedOffer] = useState<CurrentOffer>(now);
  const offer = buying || outage !== null ? confirmedOffer : now;
  useBlockClosing(buying);
  const { item, balance } = offer;
  const offerError = describeError(offer);
  if (!item || balance === undefined || offerError !== null) {
    return (
      <>
        <Note>{offerError}</Note>
        <DialogActions
          cancel={
            <DialogClose>
              <Button>
                <Trans>Close</Trans>
              </Button>
            </DialogClose>
          }
        />
      </>
    );
  }
  const { id: itemId, name: itemName, goalbucksCost } = item;
  const confirm = () => {
    setConfirmedOffer(offer);
    mutate(
      { studentId, itemId, itemName, goalbucksCost },
      {
        onSuccess: onClose,
        onError: (failure) => {
          if (isStatus(failure, 404)) onClose();
        },
      },
    );
  };
  return (
    <PurchaseConfirmation
      item={item}
      balance={balance}
      chosen={chosen}
      buying={buying}
      outage={outage}
      onConfirm={confirm}
    />
  );
}

type PurchaseDialogProps = Omit<PurchaseDialogContext, 'chosen' | 'item'> & {
  /** Null closes the dialog. */
  chosen: StoreItem | null;
  items: StoreItem[];
};

/** Confirms a purchase with its price and the resulting balance. */
export function PurchaseDialog({ chosen, items, ...rest }: PurchaseDialogProps) {
  return (
    <Dialog
      open={chosen !== null}
      onOpenChange={(open) => {
        if (!open) rest.onClose();
      }}
      title={t`Confirm Purchase`}
      description={
        chosen && (
          <span className="wrap-anywhere">
            <bdi>{chosen.name}</bdi>
          </span>
        )
      }
    >
      {chosen && (
        <>
          <div className="relative mt-4 h-14 overflow-hidden rounded-control">
            <Gift id={chosen.id} className="absolute inset-0" />
          </div>
          <PurchaseForm {...rest} chosen={chosen} item={items.find(({ id }) => id === chosen.id)} />
        </>
      )}
    </Dialog>
  );
}
