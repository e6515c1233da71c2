import { useEffect } from 'react';

import { connection } from '@/api/connection';
import { OfflineBanner } from '@/components/offline-banner';
import { useStore } from '@/hooks/use-store';

const check = () => void connection.check();

/** Says when the server or its database is out of reach. */
export function ConnectionBanner() {
  const away = useStore(connection.outage);
  useEffect(() => {
    // The browser knows of networks, not of the class computer: it says when to look, not what there is.
    addEventListener('online', check);
    addEventListener('offline', check);
    return () => {
      removeEventListener('online', check);
      removeEventListener('offline', check);
    };
  }, []);
  return <OfflineBanner away={away} />;
}
