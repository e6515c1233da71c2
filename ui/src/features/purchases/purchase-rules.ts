import type { StoreItem } from '@/api/types';

/** Why an item can't be bought. Nobody can buy what has gone, so that comes first. */
export type Obstacle = 'sold-out' | 'not-enough';

/** `balance` is undefined as long as it isn't known. */
export function obstacleTo(item: StoreItem, balance: number | undefined): Obstacle | null {
  if (item.stock === 0) return 'sold-out';
  return balance !== undefined && balance < item.goalbucksCost ? 'not-enough' : null;
}

/**
 * The cheapest first, what is sold out last: what can be bought now stands before what has to be saved for, the nearest
 * wish before the far ones, and nothing moves away from under a finger when the balance changes.
 */
export function inShelfOrder(items: StoreItem[]): StoreItem[] {
  const soldOut = (item: StoreItem) => Number(item.stock === 0);
  return items.toSorted(
    (one, other) =>
      soldOut(one) - soldOut(other) ||
      one.goalbucksCost - other.goalbucksCost ||
      one.name.localeCompare(other.name) ||
      one.id.localeCompare(other.id),
  );
}
