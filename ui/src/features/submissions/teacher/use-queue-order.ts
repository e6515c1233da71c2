import { useState } from 'react';

import { browserStorage } from '@/lib/browser-storage';

const KEY = 'submission_order';

export type QueueOrder = 'newest' | 'oldest';

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
