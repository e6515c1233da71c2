import type { StoreItem } from '@/api/types';
import { isFutureDay } from '@/lib/format';

/** Reason that prevents buying an item, the strongest first. */
export type PurchaseError = 'closed' | 'sold-out' | 'limit' | 'not-enough';

/** What decides whether something can be bought. */
export type Shopping = {
  /** Undefined while loading. */
  balance: number | undefined;
  /** Whether the store is open. */
  isOpen: boolean;
};

export function purchaseError(item: StoreItem, { balance, isOpen }: Shopping): PurchaseError | null {
  if (!isOpen) return 'closed';
  if (isSoldOut(item)) return 'sold-out';
  if (isLimitReached(item)) return 'limit';
  return balance !== undefined && balance < item.goalbucksCost ? 'not-enough' : null;
}

export const isSoldOut = ({ stock }: StoreItem) => stock === 0;

/** Whether the student got as many as each student can, also if the day of the list is over. */
export const isLimitReached = ({ limitReached, againOn }: StoreItem) =>
  limitReached && (againOn === null || isFutureDay(againOn));

/**
 * Sorts by price, initially sold-out items last. Independent of the current balance and stock, so that cards don't move
 * while the page is open.
 */
export function sortForStore(items: StoreItem[], initiallySoldOut: ReadonlySet<string>): StoreItem[] {
  const isLast = ({ id }: StoreItem) => Number(initiallySoldOut.has(id));
  return [...items].sort(
    (one, other) =>
      isLast(one) - isLast(other) ||
      one.goalbucksCost - other.goalbucksCost ||
      one.name.localeCompare(other.name) ||
      one.id.localeCompare(other.id),
  );
}
