import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Pencil, Trash2 } from 'lucide-react';

import type { StoreItem } from '@/api/types';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { IconButton } from '@/components/icon-button';
import { Gift } from '@/components/illustrations/gift';
import { LongText } from '@/components/long-text';
import { classNames } from '@/lib/class-names';
import { Amount } from '@/shared/amount';
import { PictureBox } from '@/shared/goal-pictures/goal-picture';

import { Limit } from './limit';
import { Stock } from './stock';

/** The picture, or gift wrap, with the price as its tag. */
function Wrapping({ item }: { item: StoreItem }) {
  const soldOutClass = item.stock === 0 && 'opacity-40';
  return (
    <div className="relative h-18 bg-sky">
      {item.picture ? (
        <PictureBox picture={item.picture} className={classNames('ms-2 size-18', soldOutClass)} />
      ) : (
        <Gift id={item.id} className={classNames('block size-full', soldOutClass)} />
      )}
      <span
        className={classNames(
          'absolute inset-y-0 my-auto inline-flex h-9 items-center rounded-control bg-surface ps-2 pe-3 shadow-low',
          item.picture ? 'end-4' : 'start-4',
        )}
      >
        <Amount value={item.goalbucksCost} />
      </span>
    </div>
  );
}

type ItemCardProps = {
  item: StoreItem;
  onEdit: (item: StoreItem) => void;
  onDelete: (item: StoreItem) => void;
};

/** Store item card for teachers, with edit and delete. */
export function ItemCard({ item, onEdit, onDelete }: ItemCardProps) {
  const { name } = item;
  return (
    <Card as="li" className="flex flex-col overflow-hidden">
      <Wrapping item={item} />
      <div className="flex grow flex-col px-4 pt-3 pb-3">
        <h2 dir="auto" className="wrap-anywhere">
          {name}
        </h2>
        {item.description !== null && (
          <div className="mt-0.5 text-ink-2">
            <LongText text={item.description} />
          </div>
        )}
        <div className="mt-auto flex flex-wrap items-center gap-2 pt-3">
          <span className="me-auto flex flex-col items-start gap-1">
            <Limit item={item} />
            <Stock stock={item.stock} />
          </span>
          <Button
            variant="ghost"
            icon={<Pencil aria-hidden />}
            aria-label={t`Edit ${name}`}
            onClick={() => {
              onEdit(item);
            }}
          >
            <Trans>Edit</Trans>
          </Button>
          <IconButton
            tone="danger"
            label={t`Delete ${name}`}
            icon={<Trash2 aria-hidden />}
            onClick={() => {
              onDelete(item);
            }}
          />
        </div>
      </div>
    </Card>
  );
}
