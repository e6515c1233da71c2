import { useState } from 'react';

import { browserStorage } from '@/lib/browser-storage';
import type { QueueOrder } from '@/shared/review-list/use-stable-queue';

const KEY = 'submission_order';

/** Sort order of pending submissions, saved in local storage. */
export function useQueueOrder() {
  const [order, setOrder] = useState<QueueOrder>(() =>
    browserStorage.get(KEY) === 'oldest' ? 'oldest' : 'newest',
  );
  const change = (next: QueueOrder) => {
    browserStorage.set(KEY, next);
    setOrder(next);
  };
  return [order, change] as const;
}
