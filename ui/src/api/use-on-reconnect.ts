import { useEffect, useEffectEvent } from 'react';

import { connection } from './connection';

/** Jitter, so that a class doesn't refetch all at once. */
const SPREAD_MS = 800;

/** Calls back shortly after the connection is restored. */
export function useOnReconnect(callback: () => void) {
  const run = useEffectEvent(callback);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = connection.outage.subscribe(() => {
      clearTimeout(timer);
      if (connection.isOnline()) timer = setTimeout(run, Math.random() * SPREAD_MS);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, []);
}
