import { useRef, useState } from 'react';

import type { StoreItem } from '@/api/types';
import { Card } from '@/components/card';
import { Skeleton } from '@/components/skeleton';
import { ScrollAnchoredList } from '@/shared/review-list/scroll-anchored-list';

import { sortForStore, isSoldOut } from './purchase-rules';
import { StoreItemCard, type StoreItemCardProps } from './store-item-card';

const gridClass = 'grid gap-3 sm:grid-cols-2 sm:gap-4 xl:grid-cols-[repeat(auto-fill,minmax(18rem,1fr))]';

type StoreItemGridProps = Omit<StoreItemCardProps, 'item'> & {
  items: StoreItem[];
  /** Id of the item being bought, whose card keeps its position on the screen. */
  chosenId: string | undefined;
};

/** The first visible card, if the page is scrolled. */
const firstVisible = (cards: Iterable<HTMLElement>) =>
  scrollY > 0 ? [...cards].find((card) => card.getBoundingClientRect().bottom > 0) : undefined;

export function StoreItemGrid({ items, chosenId, ...props }: StoreItemGridProps) {
  const [initiallySoldOut] = useState(() => new Set(items.filter(isSoldOut).map(({ id }) => id)));
  const cards = useRef(new Map<string, HTMLElement>());
  const shown = sortForStore(items, initiallySoldOut);
  return (
    <ScrollAnchoredList
      // These affect the height of the cards.
      order={[
        props.balance,
        props.isOpen,
        props.savedId,
        ...shown.map(({ id, stock, limitReached }) => `${id} ${stock} ${limitReached}`),
      ].join()}
      anchor={() => cards.current.get(chosenId ?? '') ?? firstVisible(cards.current.values()) ?? null}
      className={gridClass}
    >
      {shown.map((item) => (
        <StoreItemCard
          key={item.id}
          item={item}
          {...props}
          ref={(card) => {
            if (card) cards.current.set(item.id, card);
            else cards.current.delete(item.id);
          }}
        />
      ))}
    </ScrollAnchoredList>
  );
}

/** Cards that are still loading. */
export function StoreItemGridSkeleton() {
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
