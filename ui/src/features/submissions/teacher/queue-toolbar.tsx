import { t } from '@lingui/core/macro';
import { CheckCheck } from 'lucide-react';

import { Button } from '@/components/button';
import { formatNumber } from '@/lib/format';
import type { QueueOrder } from '@/shared/review-list/use-stable-queue';

import { SelectButton } from './bulk-review-bar';
import { OrderSelect } from './order-select';

type QueueToolbarProps = {
  order: QueueOrder;
  onOrder: (order: QueueOrder) => void;
  onSelect: () => void;
  /** How many *Approve All Shown* approves. */
  approvable: number;
  onApproveAll: () => void;
};

/** Order of the queue, and what can be done with several submissions. */
export function QueueToolbar({ order, onOrder, onSelect, approvable, onApproveAll }: QueueToolbarProps) {
  const number = formatNumber(approvable);
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-x-1 gap-y-2">
      <OrderSelect order={order} onChange={onOrder} />
      <div className="flex flex-wrap items-center gap-2 max-sm:contents">
        <SelectButton onBegin={onSelect} />
        {approvable > 1 && (
          <Button icon={<CheckCheck aria-hidden />} className="max-sm:w-full" onClick={onApproveAll}>
            {t`Approve All Shown (${number})`}
          </Button>
        )}
      </div>
    </div>
  );
}
