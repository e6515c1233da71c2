import type { PortfolioItem } from '@/api/types';
import { GoalAmount } from '@/shared/goal-amount';
import { paidOf, worthOf } from '@/shared/paid-of';

import { formatMonthDay } from './months';

/** "May 17", and "15 of 25 GoalBucks" if the goal paid less than it is worth. */
export function WorkDate({ item }: { item: PortfolioItem }) {
  return (
    <>
      <time dateTime={item.createdAt}>{formatMonthDay(item.createdAt)}</time>
      {paidOf(item) < worthOf(item) && (
        <>
          {' · '}
          <GoalAmount plain goal={item} className="font-text!" />
        </>
      )}
    </>
  );
}
