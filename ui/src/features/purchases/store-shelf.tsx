import { useRef, useState } from 'react';

import type { StoreItem } from '@/api/types';
import { Card } from '@/components/card';
import { Skeleton } from '@/components/skeleton';
import { SteadyList } from '@/shared/review-list/steady-list';

import { inShelfOrder, isSoldOut } from './purchase-rules';
import { StoreItemCard } from './store-item-card';

const gridClass = 'grid gap-3 sm:grid-cols-2 sm:gap-4 xl:grid-cols-[repeat(auto-fill,minmax(18rem,1fr))]';

type StoreShelfProps = {
  items: StoreItem[];
  balance: number | undefined;
  /** What is being bought: its card stays where it is on the screen when the cards above it change. */
  chosenId: string | undefined;
  onPurchase: (item: StoreItem) => void;
};

/** The first card that isn't hidden under the top of the screen, once the page has been scrolled. */
const firstInSight = (cards: Iterable<HTMLElement>) =>
  scrollY > 0 ? [...cards].find((card) => card.getBoundingClientRect().bottom > 0) : undefined;

/** What the class store offers. */
export function StoreShelf({ items, chosenId, balance, onPurchase }: StoreShelfProps) {
  const [soldOutAtFirst] = useState(() => new Set(items.filter(isSoldOut).map(({ id }) => id)));
  const cards = useRef(new Map<string, HTMLElement>());
  const shown = inShelfOrder(items, soldOutAtFirst);
  return (
    <SteadyList
      // With the balance and the stocks change the cards' heights.
      order={[balance, ...shown.map(({ id, stock }) => `${id} ${stock}`)].join()}
      anchor={() => cards.current.get(chosenId ?? '') ?? firstInSight(cards.current.values()) ?? null}
      className={gridClass}
    >
      {shown.map((item) => (
        <StoreItemCard
          key={item.id}
          item={item}
          balance={balance}
          onPurchase={onPurchase}
          ref={(card) => {
            if (card) cards.current.set(item.id, card);
            else cards.current.delete(item.id);
          }}
        />
      ))}
    </SteadyList>
  );
}

/** Cards that are still loading. */
export function StoreShelfSkeleton() {
  return (
    <div className={gridClass}>
      {['w-3/5', 'w-2/5', 'w-1/2'].map((width) => (
        <Card key={width} className="overflow-clip">
          <Skeleton className="h-19 rounded-b-none sm:h-23" />
          <div className="px-5 pt-4 pb-5">
            <Skeleton className={`my-1.5 h-4 ${width}`} />
            <Skeleton className="my-2.5 w-4/5" />
            <Skeleton className="mt-10 h-12" />
          </div>
        </Card>
      ))}
    </div>
  );
}
