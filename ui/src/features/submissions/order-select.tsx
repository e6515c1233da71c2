import { ChevronDown } from 'lucide-react';

import { controlClass } from '@/components/input';
import { classNames } from '@/lib/class-names';

import type { QueueOrder } from './use-queue-order';

type OrderSelectProps = { order: QueueOrder; onChange: (order: QueueOrder) => void };

/** Newest or oldest submissions first. */
export function OrderSelect({ order, onChange }: OrderSelectProps) {
  return (
    <label className="flex items-center gap-2">
      <span className="text-small text-ink-2 max-sm:sr-only">Sort by</span>
      <span className="relative">
        <select
          value={order}
          onChange={(event) => {
            onChange(event.target.value === 'oldest' ? 'oldest' : 'newest');
          }}
          className={classNames(controlClass, 'appearance-none py-1 pe-9 max-sm:ps-2.5 max-sm:pe-8')}
        >
          <option value="newest">Newest first</option>
          <option value="oldest">Oldest first</option>
        </select>
        <ChevronDown
          aria-hidden
          className="pointer-events-none absolute end-3 top-1/2 size-4 -translate-y-1/2 text-ink-2"
        />
      </span>
    </label>
  );
}
