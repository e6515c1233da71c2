import type { StoreItem } from '@/api/types';

/** Why an item can't be bought. Nobody can buy what has gone, so that comes first. */
export type Obstacle = 'sold-out' | 'not-enough';

/** `balance` is undefined as long as it isn't known. */
export function obstacleTo(item: StoreItem, balance: number | undefined): Obstacle | null {
  if (item.stock === 0) return 'sold-out';
  return balance !== undefined && balance < item.goalbucksCost ? 'not-enough' : null;
}

export const isSoldOut = ({ stock }: StoreItem) => stock === 0;

/**
 * The cheapest first, what was sold out at first last: what can be bought now stands before what has to be saved for, the
 * nearest wish before the far ones, and nothing moves away from under a finger when the balance or a stock changes.
 */
export function inShelfOrder(items: StoreItem[], soldOutAtFirst: ReadonlySet<string>): StoreItem[] {
  const isLast = ({ id }: StoreItem) => Number(soldOutAtFirst.has(id));
  return items.toSorted(
    (one, other) =>
      isLast(one) - isLast(other) ||
      one.goalbucksCost - other.goalbucksCost ||
      one.name.localeCompare(other.name) ||
      one.id.localeCompare(other.id),
  );
}
