import type { StoreItem } from '@/api/types';
import { Card } from '@/components/card';
import { Skeleton } from '@/components/skeleton';

import { inShelfOrder } from './purchase-rules';
import { StoreItemCard } from './store-item-card';

const gridClass = 'grid gap-3 sm:grid-cols-2 sm:gap-4 xl:grid-cols-3';

type StoreShelfProps = {
  items: StoreItem[];
  balance: number | undefined;
  onPurchase: (item: StoreItem) => void;
};

/** What the class store offers. */
export function StoreShelf({ items, ...rest }: StoreShelfProps) {
  return (
    <ul className={gridClass}>
      {inShelfOrder(items).map((item) => (
        <StoreItemCard key={item.id} item={item} {...rest} />
      ))}
    </ul>
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
