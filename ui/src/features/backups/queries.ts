import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { backupKeys } from '@/api/keys';

const POLL_INTERVAL_MS = 2000;

export const backupsQuery = queryOptions({
  queryKey: backupKeys.all,
  queryFn: ({ signal }) => unwrap(api.GET('/api/backups', { signal })),
  // Automatic backups send no live event.
  refetchOnMount: 'always',
  refetchInterval: ({ state }) => (state.data?.busy ? POLL_INTERVAL_MS : false),
});
