import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void) {
  addEventListener('resize', listener);
  return () => {
    removeEventListener('resize', listener);
  };
}

export const isPhone = () => innerWidth < 640;

/** Whether the window is narrower than 640 px, for a different DOM order. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, isPhone);
}
