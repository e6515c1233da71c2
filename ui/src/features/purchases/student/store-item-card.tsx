import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import { Ban, CalendarDays, Check, DoorClosed, ShoppingBag } from 'lucide-react';
import { type ReactNode, type Ref, useId } from 'react';

import type { StoreItem } from '@/api/types';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { Gift } from '@/components/illustrations/gift';
import { LongText } from '@/components/long-text';
import { classNames } from '@/lib/class-names';
import { Amount } from '@/shared/amount';
import { PictureBox } from '@/shared/goal-pictures/goal-picture';
import { Speaker } from '@/shared/read-aloud/speaker';
import { SavingsProgress } from '@/shared/savings-progress';

import { isSoldOut, type PurchaseError, purchaseError, type Shopping } from './purchase-rules';

/** "Again on Monday", if the limit of the item ends. */
const againTexts: Record<StoreItem['per'], MessageDescriptor | null> = {
  ever: null,
  week: msg({ message: 'Again on Monday', comment: 'When a student can buy an item again' }),
  day: msg({ message: 'Again tomorrow', comment: 'When a student can buy an item again' }),
};

/** How many of an item each student can buy. */
function limitText({ perStudent, per }: StoreItem): string | null {
  if (perStudent === null) return null;
  return {
    ever: plural(perStudent, { one: 'You can have this once.', other: 'You can have this # times.' }),
    week: plural(perStudent, { one: 'Once a week.', other: '# times a week.' }),
    day: plural(perStudent, { one: 'Once a day.', other: '# times a day.' }),
  }[per];
}

/** Remaining stock and limit of what can be bought; when it can be bought again. */
function Facts({ item, error }: { item: StoreItem; error: PurchaseError | null }) {
  const again = error === 'limit' ? againTexts[item.per] : null;
  if (again) {
    return (
      <>
        <CalendarDays aria-hidden className="size-4 shrink-0" />
        {i18n._(again)}
      </>
    );
  }
  const { stock } = item;
  const limit = error === 'limit' ? null : limitText(item);
  if (error === 'sold-out') return null;
  return (
    <>
      {stock !== null && stock > 0 && (
        <span>
          <Plural value={stock} other="# left" />
        </span>
      )}
      {limit !== null && <span>{limit}</span>}
    </>
  );
}

const buttonContents: Record<PurchaseError | 'none', { label: MessageDescriptor; icon?: ReactNode }> = {
  closed: { label: msg`Store Closed`, icon: <DoorClosed aria-hidden /> },
  'sold-out': { label: msg`Sold out`, icon: <Ban aria-hidden /> },
  limit: { label: msg`You Already Got This`, icon: <Check aria-hidden /> },
  'not-enough': { label: msg`Not Enough GoalBucks` },
  none: { label: msg({ message: 'Purchase', context: 'verb' }), icon: <ShoppingBag aria-hidden /> },
};

/** What is read aloud besides stock and balance. */
function spokenObstacle(props: StoreItemCardProps): string | null {
  const error = purchaseError(props.item, props);
  if (error === 'closed') return i18n._(buttonContents.closed.label);
  if (error !== 'limit') return null;
  const again = againTexts[props.item.per];
  return [buttonContents.limit.label, ...(again ? [again] : [])].map((text) => i18n._(text)).join('. ');
}

/** What the student saves for is offered again; others while they can't be bought now, but later. */
const canSave = (error: PurchaseError | null) => error === 'closed' || error === 'not-enough';

export type StoreItemCardProps = Shopping & {
  item: StoreItem;
  /** The id of the item that the student saves for; null for none, undefined while loading. */
  savedId: string | null | undefined;
  /** The button to save for an item; `titleId`: the id of the element with its name. */
  saveButton: (item: StoreItem, titleId: string) => ReactNode;
  onPurchase: (item: StoreItem) => void;
};

function PurchaseAction(props: StoreItemCardProps & { titleId: string }) {
  const { item, balance, savedId, saveButton, onPurchase, titleId } = props;
  const error = purchaseError(item, props);
  const { label, icon } = buttonContents[error ?? 'none'];
  const isSaved = savedId === item.id;
  const isMissing = balance !== undefined && balance < item.goalbucksCost;
  // One progress at a time: that of the item that the student saves for.
  const showsProgress = isMissing && (isSaved || (error === 'not-enough' && !savedId));
  return (
    <div className="mt-auto pt-4">
      {showsProgress ? (
        <div className="mb-3">
          <SavingsProgress cost={item.goalbucksCost} balance={balance} />
        </div>
      ) : (
        <p className="mb-2 flex min-h-7 flex-wrap items-center gap-x-2 text-small text-ink-2 max-sm:empty:hidden">
          <Facts item={item} error={error} />
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
      {savedId !== undefined && (isSaved || canSave(error)) && (
        <div className="mt-2">{saveButton(item, titleId)}</div>
      )}
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
          <Speaker item={item} balance={props.balance} obstacle={spokenObstacle(props)} />
        </div>
        <PurchaseAction {...props} titleId={titleId} />
      </div>
    </Card>
  );
}
