import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { settingsKeys } from '@/api/keys';

/** The class computer's settings. */
export const settingsQuery = queryOptions({
  queryKey: settingsKeys.all,
  queryFn: ({ signal }) => unwrap(api.GET('/api/settings', { signal })),
  // Another window may have changed them, and no live event reports it.
  refetchOnMount: 'always',
});
