import { useEffect, useEffectEvent } from 'react';

import { connection } from './connection';

/** A class whose server comes back doesn't ask for everything in the same moment. */
const SPREAD_MS = 800;

/** Does it a moment after the server, or its database, is back. */
export function useOnceBack(act: () => void) {
  const again = useEffectEvent(act);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = connection.outage.subscribe(() => {
      clearTimeout(timer);
      if (connection.isOnline()) timer = setTimeout(again, Math.random() * SPREAD_MS);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, []);
}
