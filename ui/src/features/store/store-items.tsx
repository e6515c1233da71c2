import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { Copy, Plus } from 'lucide-react';
import { useState } from 'react';

import type { StoreItem } from '@/api/types';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { EmptyState } from '@/components/empty-state';
import { GiftArt } from '@/components/illustrations/illustrations';
import { Skeleton } from '@/components/skeleton';
import { QueryView } from '@/shared/query-view';

import { DeleteItemDialog } from './delete-item-dialog';
import { EditItemDialog } from './edit-item-dialog';
import { ItemCard } from './item-card';
import type { PriceHint } from './item-form';

const gridClass = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-4';

function SkeletonCard() {
  return (
    <Card className="overflow-hidden">
      <Skeleton className="h-18 rounded-none" />
      <div className="flex h-34 flex-col gap-3 px-4 py-4">
        <Skeleton className="h-4 w-3/5" />
        <Skeleton className="w-4/5" />
        <Skeleton className="mt-auto w-20" />
      </div>
    </Card>
  );
}

function LoadingItems() {
  return (
    <div className={gridClass}>
      {Array.from({ length: 6 }, (_, card) => (
        <SkeletonCard key={card} />
      ))}
    </div>
  );
}

function NoItems({ onAdd, onCopy }: Pick<StoreItemsProps, 'onAdd' | 'onCopy'>) {
  return (
    <Card>
      <EmptyState
        art={<GiftArt />}
        title={t`No items yet`}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Button variant="primary" icon={<Plus aria-hidden />} onClick={onAdd}>
              <Trans>Add Your First Item</Trans>
            </Button>
            {onCopy && (
              <Button icon={<Copy aria-hidden />} onClick={onCopy}>
                <Trans>Copy Items from Another Class</Trans>
              </Button>
            )}
          </div>
        }
      >
        <Trans>Offer something worth saving for: a homework pass, a pencil, lunch with you.</Trans>
      </EmptyState>
    </Card>
  );
}

type ContentProps = Omit<StoreItemsProps, 'priceHint'> &
  Pick<Parameters<typeof ItemCard>[0], 'onEdit' | 'onDelete'>;

function Content({ items, onAdd, onCopy, ...actions }: ContentProps) {
  return (
    <QueryView
      query={items}
      variant="card"
      title={t`The items didn't load`}
      loading={t`Loading items...`}
      skeleton={<LoadingItems />}
      empty={<NoItems onAdd={onAdd} onCopy={onCopy} />}
    >
      {(items) => (
        <ul className={gridClass}>
          {items.map((item) => (
            <ItemCard key={item.id} item={item} {...actions} />
          ))}
        </ul>
      )}
    </QueryView>
  );
}

type StoreItemsProps = {
  items: UseQueryResult<StoreItem[]>;
  onAdd: () => void;
  /** Copies items of another class; undefined without one. */
  onCopy: (() => void) | undefined;
  priceHint: PriceHint;
};

/** The Items tab: store items, or their loading, error or empty state. */
export function StoreItems({ items, onAdd, onCopy, priceHint }: StoreItemsProps) {
  const [editing, setEditing] = useState<StoreItem | null>(null);
  const [deleting, setDeleting] = useState<StoreItem | null>(null);
  // Uses the current version; an item deleted meanwhile keeps its dialog open.
  const edited = editing && (items.data?.find(({ id }) => id === editing.id) ?? editing);
  return (
    <>
      <Content items={items} onAdd={onAdd} onCopy={onCopy} onEdit={setEditing} onDelete={setDeleting} />
      <EditItemDialog
        item={edited}
        priceHint={priceHint}
        onClose={() => {
          setEditing(null);
        }}
      />
      <DeleteItemDialog
        item={deleting}
        onClose={() => {
          setDeleting(null);
        }}
      />
    </>
  );
}
