import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';

import { connection } from '@/api/connection';
import { OfflineBanner } from '@/components/offline-banner';

/** Says when the class computer is out of reach; when it is back, what is shown is asked for again. */
export function ConnectionBanner() {
  const queryClient = useQueryClient();
  const online = useSyncExternalStore(connection.subscribe, connection.isOnline);
  const wasOnline = useRef(online);
  useEffect(() => {
    if (online && !wasOnline.current) void queryClient.invalidateQueries();
    wasOnline.current = online;
  }, [online, queryClient]);
  return <OfflineBanner visible={!online} />;
}
