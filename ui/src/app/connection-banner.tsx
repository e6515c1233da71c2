import { useEffect, useSyncExternalStore } from 'react';

import { connection } from '@/api/connection';
import { OfflineBanner } from '@/components/offline-banner';

const check = () => void connection.check();

/** Says when the class computer is out of reach. */
export function ConnectionBanner() {
  const online = useSyncExternalStore(connection.subscribe, connection.isOnline);
  useEffect(() => {
    // The browser knows of networks, not of the class computer: it says when to look, not what there is.
    addEventListener('online', check);
    addEventListener('offline', check);
    return () => {
      removeEventListener('online', check);
      removeEventListener('offline', check);
    };
  }, []);
  return <OfflineBanner visible={!online} />;
}
