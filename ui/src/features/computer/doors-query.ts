import { queryOptions } from '@tanstack/react-query';

import { api, data } from '@/api/client';
import { networkKeys } from '@/api/keys';

/** Whose class computer this is, and which others are nearby. */
export const doorsQuery = queryOptions({
  queryKey: networkKeys.doors,
  queryFn: ({ signal }) => data(api.GET('/api/network/doors', { signal })),
  // Others come and go, and visitors hear of no events.
  refetchOnMount: 'always',
});
