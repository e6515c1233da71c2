import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { networkKeys } from '@/api/keys';

/** Network addresses of the class computer and the number of connected devices. */
export const networkQuery = queryOptions({
  queryKey: networkKeys.endpoint,
  queryFn: ({ signal }) => unwrap(api.GET('/api/network', { signal })),
});
