import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';

import { lazyWhenReachable } from '@/api/lazy-when-reachable';

import { nearbyServersQuery } from './queries';

// Lazy: most schools have one class computer in a network.
const NearbyServerList = lazyWhenReachable(async () => ({
  default: (await import('./nearby-server-list')).NearbyServerList,
}));

/** The nearby class computers, if there are any. */
export function NearbyServers() {
  const nearby = useQuery(nearbyServersQuery).data?.nearby ?? [];
  if (nearby.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <NearbyServerList nearby={nearby} />
    </Suspense>
  );
}
