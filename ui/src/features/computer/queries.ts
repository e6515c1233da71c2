import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { networkKeys } from '@/api/keys';

/** Label of this server, and the nearby servers. */
export const nearbyServersQuery = queryOptions({
  queryKey: networkKeys.nearbyServers,
  queryFn: ({ signal }) => unwrap(api.GET('/api/network/doors', { signal })),
  // Visitors receive no live events.
  refetchOnMount: 'always',
});
