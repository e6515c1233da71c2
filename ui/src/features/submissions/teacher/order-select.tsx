import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import { ToolbarSelect } from '@/components/toolbar-select';
import type { QueueOrder } from '@/shared/review-list/use-stable-queue';

type OrderSelectProps = { order: QueueOrder; onChange: (order: QueueOrder) => void };

/** Newest or oldest submissions first. */
export function OrderSelect({ order, onChange }: OrderSelectProps) {
  return (
    <ToolbarSelect
      label={t`Sort by`}
      hideLabel
      selectClass="max-sm:ps-2.5 max-sm:pe-8"
      value={order}
      onChange={(event) => {
        onChange(event.target.value === 'oldest' ? 'oldest' : 'newest');
      }}
    >
      <option value="newest">
        <Trans>Newest first</Trans>
      </option>
      <option value="oldest">
        <Trans>Oldest first</Trans>
      </option>
    </ToolbarSelect>
  );
}
