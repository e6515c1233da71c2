import type { StoreItem } from '@/api/types';

/** Why an item can't be bought. Nobody can buy what has gone, so that comes first. */
export type Obstacle = 'sold-out' | 'not-enough';

export function obstacleTo(item: StoreItem, balance: number): Obstacle | null {
  if (item.stock === 0) return 'sold-out';
  return balance < item.goalbucksCost ? 'not-enough' : null;
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
