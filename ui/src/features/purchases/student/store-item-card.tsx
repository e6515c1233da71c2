import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Ban, ShoppingBag } from 'lucide-react';
import { type ReactNode, type Ref, useId } from 'react';

import type { StoreItem } from '@/api/types';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { Gift } from '@/components/illustrations/gift';
import { LongText } from '@/components/long-text';
import { ProgressBar } from '@/components/progress-bar';
import { classNames } from '@/lib/class-names';
import { formatNumber } from '@/lib/format';
import { Amount } from '@/shared/amount';
import { PictureBox } from '@/shared/goal-pictures/goal-picture';
import { Speaker } from '@/shared/read-aloud/speaker';

import { isSoldOut, type PurchaseError, purchaseError } from './purchase-rules';

/** Progress towards the price. */
function SavingsProgress({ cost, balance }: { cost: number; balance: number }) {
  const missing = cost - balance;
  const missingText = t({
    message: plural(missing, { other: '# more to go' }),
    comment: 'GoalBucks that a student still needs for an item of the store',
  });
  const saved = formatNumber(balance);
  const price = formatNumber(cost);
  return (
    <div className="mb-3">
      <div className="mb-1.5 flex flex-wrap justify-between gap-x-2 text-small text-ink-2">
        <span>
          <Trans>
            {saved} of {price}
          </Trans>
        </span>
        <b className="text-ink">{missingText}</b>
      </div>
      <ProgressBar
        tone="gold"
        label={t`GoalBucks saved`}
        value={Math.max(0, balance)}
        max={cost}
        valueText={missingText}
      />
    </div>
  );
}

/** Remaining stock; of sold-out items the button says it. */
function Stock({ stock }: { stock: number | null }) {
  return stock !== null && stock > 0 && <Plural value={stock} other="# left" />;
}

const buttonContents: Record<PurchaseError | 'none', { label: MessageDescriptor; icon?: ReactNode }> = {
  'sold-out': { label: msg`Sold out`, icon: <Ban aria-hidden /> },
  'not-enough': { label: msg`Not Enough GoalBucks` },
  none: { label: msg({ message: 'Purchase', context: 'verb' }), icon: <ShoppingBag aria-hidden /> },
};

type StoreItemCardProps = {
  item: StoreItem;
  /** Undefined while loading, which disables purchases. */
  balance: number | undefined;
  onPurchase: (item: StoreItem) => void;
};

function PurchaseAction({ item, balance, onPurchase, titleId }: StoreItemCardProps & { titleId: string }) {
  const error = purchaseError(item, balance);
  const { label, icon } = buttonContents[error ?? 'none'];
  return (
    <div className="mt-auto pt-4">
      {error === 'not-enough' && balance !== undefined ? (
        <SavingsProgress cost={item.goalbucksCost} balance={balance} />
      ) : (
        <p className="mb-2 flex min-h-7 items-center text-small text-ink-2 max-sm:empty:hidden">
          <Stock stock={item.stock} />
        </p>
      )}
      <Button
        block
        variant="primary"
        aria-describedby={titleId}
        disabled={balance === undefined || error !== null}
        icon={icon}
        onClick={() => {
          onPurchase(item);
        }}
      >
        {i18n._(label)}
      </Button>
    </div>
  );
}

/** The picture, or gift wrap, with the price; muted when sold out. */
function Wrapping({ item }: { item: StoreItem }) {
  const soldOut = isSoldOut(item);
  const artClass = classNames('absolute inset-0', soldOut && 'opacity-30 grayscale');
  return (
    <div
      className={classNames(
        'relative overflow-hidden rounded-t-card',
        item.picture ? 'flex h-32 bg-sky' : 'h-19 large-text:h-26 sm:h-23',
      )}
    >
      {item.picture ? (
        <PictureBox picture={item.picture} className={classNames(artClass, 'size-32')} />
      ) : (
        <Gift id={item.id} className={artClass} />
      )}
      {/* A long price wraps the badge to the next line. */}
      <div
        className={classNames(
          'absolute inset-0 flex flex-wrap items-center gap-1',
          item.picture ? 'content-end justify-end p-3' : 'content-center justify-between ps-4 pe-2',
        )}
      >
        <Amount
          value={item.goalbucksCost}
          plain={soldOut}
          className={classNames(
            'min-h-10 items-center! rounded-control bg-surface ps-2 pe-4 text-lead shadow-low [&>svg]:size-6',
            soldOut && 'pe-3! text-ink-2 max-[359px]:text-body [&>svg]:grayscale',
          )}
        />
      </div>
    </div>
  );
}

/** Store item card. Takes the focus when its button is disabled. */
export function StoreItemCard({ ref, ...props }: StoreItemCardProps & { ref?: Ref<HTMLDivElement> }) {
  const { item } = props;
  const titleId = useId();
  return (
    <Card as="li" ref={ref} tabIndex={-1} className="flex min-w-0 flex-col overflow-clip">
      <Wrapping item={item} />
      <div className="flex grow flex-col px-5 pt-4 pb-5">
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0">
            <h3 id={titleId} className="text-lead wrap-anywhere">
              <bdi>{item.name}</bdi>
            </h3>
            {item.description !== null && (
              <div className="mt-1 text-ink-2 [&>button]:min-h-11">
                <LongText short text={item.description} />
              </div>
            )}
          </div>
          <Speaker item={item} balance={props.balance} />
        </div>
        <PurchaseAction {...props} titleId={titleId} />
      </div>
    </Card>
  );
}
