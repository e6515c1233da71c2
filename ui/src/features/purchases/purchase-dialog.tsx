import { type ReactNode, useState } from 'react';

import { isStatus, whoIsSilent } from '@/api/api-error';
import type { StoreItem } from '@/api/types';
import { useStudent } from '@/auth/session-context';
import { Button } from '@/components/button';
import { Dialog, DialogActions, DialogClose, useDialogGuard } from '@/components/dialog/dialog';
import { Gift } from '@/components/illustrations/gift';
import { formatCount } from '@/lib/format';
import { Amount } from '@/shared/amount';

import { obstacleTo } from './purchase-rules';
import { usePurchase } from './use-purchase';

/** What the store says of the chosen item by now. */
type Offer = { item: StoreItem | undefined; balance: number | undefined };

type Chosen = Offer & {
  /** The item as it was when it was chosen. */
  chosen: StoreItem;
  onClose: () => void;
};

function Line({ label, value, strong = false }: { label: string; value: number; strong?: boolean }) {
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

/** Why it can't be bought any more, if so; it was possible when it was chosen. */
function refusalOf({ item, balance }: Offer): string | null {
  if (!item) return 'Your teacher has taken it out of the store. Your GoalBucks are untouched.';
  if (balance === undefined) return "Your balance didn't load, so this has to wait.";
  const obstacle = obstacleTo(item, balance);
  if (obstacle === 'sold-out') return 'It has just sold out. Your GoalBucks are untouched.';
  if (obstacle === 'not-enough') {
    const missing = formatCount(item.goalbucksCost - balance, 'more GoalBuck');
    return `Not Enough GoalBucks: you need ${missing} for this now.`;
  }
  return null;
}

type BillProps = { item: StoreItem; balance: number };

function Bill({ item, balance }: BillProps) {
  return (
    <dl className="mt-4 rounded-control border border-line px-4">
      <Line label="Price" value={item.goalbucksCost} />
      <Line label="Balance now" value={balance} />
      <Line strong label="Balance after" value={balance - item.goalbucksCost} />
    </dl>
  );
}

type QuestionProps = BillProps &
  Pick<Chosen, 'chosen'> & {
    buying: boolean;
    /** Who didn't answer, so that nobody knows whether it was bought; else null. */
    silent: string | null;
    onConfirm: () => void;
  };

/** Price and balance, and the answer to them. A price that isn't the one first shown takes an answer of its own. */
function Question({ item, balance, chosen, buying, silent, onConfirm }: QuestionProps) {
  const repriced = item.goalbucksCost !== chosen.goalbucksCost;
  return (
    <>
      <Bill item={item} balance={balance} />
      {repriced && (
        <Note>
          The price has changed: it was <Amount plain value={chosen.goalbucksCost} />, now it is{' '}
          <Amount plain value={item.goalbucksCost} />.
        </Note>
      )}
      {silent !== null && (
        <Note>
          {silent} didn’t answer, so nobody knows yet whether it got your purchase. Try again before you close
          this: you never pay twice.
        </Note>
      )}
      <DialogActions>
        <Button variant="primary" pending={buying} pendingLabel="Purchasing" onClick={onConfirm}>
          {repriced ? 'Confirm New Price' : 'Confirm Purchase'}
        </Button>
      </DialogActions>
    </>
  );
}

function Confirmation({ chosen, onClose, ...now }: Chosen) {
  const { id: studentId } = useStudent();
  const { mutate, isPending: buying, error } = usePurchase();
  const silent = whoIsSilent(error);
  // While it is being bought the screen says what was asked, not what the store looks like afterwards. So it does when the
  // answer was lost: asked once more, the same is done once at most, and the answer says what is true now.
  const [asked, setAsked] = useState<Offer>(now);
  const offer = buying || silent !== null ? asked : now;
  useDialogGuard({ dirty: false, busy: buying });
  const { item, balance } = offer;
  const refusal = refusalOf(offer);
  if (!item || balance === undefined || refusal !== null) {
    return (
      <>
        <Note>{refusal}</Note>
        <DialogActions
          cancel={
            <DialogClose>
              <Button>Close</Button>
            </DialogClose>
          }
        />
      </>
    );
  }
  const { id: itemId, name: itemName, goalbucksCost } = item;
  const confirm = () => {
    setAsked(offer);
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
  return <Question {...{ item, balance, chosen, buying, silent }} onConfirm={confirm} />;
}

type PurchaseDialogProps = Omit<Chosen, 'chosen' | 'item'> & {
  /** Null closes the dialog. */
  chosen: StoreItem | null;
  items: StoreItem[];
};

/** What it is, what it costs, what is left then. */
export function PurchaseDialog({ chosen, items, ...rest }: PurchaseDialogProps) {
  return (
    <Dialog
      open={chosen !== null}
      onOpenChange={(open) => {
        if (!open) rest.onClose();
      }}
      title="Confirm Purchase"
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
          <Confirmation {...rest} chosen={chosen} item={items.find(({ id }) => id === chosen.id)} />
        </>
      )}
    </Dialog>
  );
}
