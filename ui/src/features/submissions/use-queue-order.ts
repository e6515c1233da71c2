import { useState } from 'react';

import { browserStorage } from '@/lib/browser-storage';

const KEY = 'submission_order';

export type QueueOrder = 'newest' | 'oldest';

/** In which order pending submissions are listed; the browser remembers the choice. */
export function useQueueOrder() {
  const [order, setOrder] = useState<QueueOrder>(() =>
    browserStorage.read(KEY) === 'oldest' ? 'oldest' : 'newest',
  );
  const change = (next: QueueOrder) => {
    browserStorage.keep(KEY, next);
    setOrder(next);
  };
  return [order, change] as const;
}
