import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void) {
  addEventListener('resize', listener);
  return () => {
    removeEventListener('resize', listener);
  };
}

export const isPhone = () => innerWidth < 640;

/** Below 640 px: for what has to stand in another order there, where a style alone would mislead the Tab key. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, isPhone);
}
