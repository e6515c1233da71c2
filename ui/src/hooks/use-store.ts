import { useSyncExternalStore } from 'react';

import type { ReadableStore } from '@/lib/create-store';

/** The store's value; the component renders again when it changes. */
export function useStore<Value>({ subscribe, get }: ReadableStore<Value>): Value {
  return useSyncExternalStore(subscribe, get);
}
