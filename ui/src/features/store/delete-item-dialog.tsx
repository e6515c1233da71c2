import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import type { StoreItem } from '@/api/types';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';

import { useDeleteItem } from './mutations';

type DeleteItemDialogProps = {
  /** Item to delete; null while closed. */
  item: Pick<StoreItem, 'id' | 'name'> | null;
  onClose: () => void;
};

export function DeleteItemDialog({ item, onClose }: DeleteItemDialogProps) {
  const itemName = item?.name;
  const { mutate, isPending } = useDeleteItem();
  return (
    <ConfirmDialog
      open={item !== null}
      onOpenChange={onClose}
      title={t`Delete Item`}
      description={
        <>
          <p>
            <Trans>
              This takes{' '}
              <strong className="text-ink wrap-anywhere">
                <bdi>{itemName}</bdi>
              </strong>{' '}
              out of the store. It can&apos;t be undone.
            </Trans>
          </p>
          <p className="mt-2">
            <Trans>
              Purchases keep its name and price, and pending ones still wait for you under Fulfillment.
            </Trans>
          </p>
        </>
      }
      confirmLabel={t`Delete Item`}
      pendingLabel={t`Deleting item`}
      pending={isPending}
      onConfirm={() => {
        if (item) mutate(item.id, { onSuccess: onClose });
      }}
    />
  );
}
