import type { StoreItem } from '@/api/types';

/** Reason that prevents buying an item. Sold out takes precedence. */
export type PurchaseError = 'sold-out' | 'not-enough';

/** `balance` is undefined while loading. */
export function purchaseError(item: StoreItem, balance: number | undefined): PurchaseError | null {
  if (item.stock === 0) return 'sold-out';
  return balance !== undefined && balance < item.goalbucksCost ? 'not-enough' : null;
}

export const isSoldOut = ({ stock }: StoreItem) => stock === 0;

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
