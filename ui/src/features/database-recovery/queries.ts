import { queryOptions } from '@tanstack/react-query';

import { isCode, isStatus } from '@/api/api-error';
import { api, unwrap } from '@/api/client';
import { NEEDS_RECOVERY } from '@/api/database-recovery';
import { databaseRecoveryKeys } from '@/api/keys';
import type { DatabaseRecovery } from '@/api/types';

/** The class computer polls often; other devices less often and with jitter. */
const OWN_POLL_INTERVAL_MS = 1000;
const POLL_INTERVAL_MS = 4000;

/** Recovery status as seen by this device: on the class computer, on another device, or finished. */
type DatabaseRecoveryStatus = { recovery: DatabaseRecovery } | 'elsewhere' | 'back';

async function fetchDatabaseRecoveryStatus(signal: AbortSignal): Promise<DatabaseRecoveryStatus> {
  try {
    return { recovery: await unwrap(api.GET('/api/rescue', { signal })) };
  } catch (error) {
    if (isCode(error, NEEDS_RECOVERY)) return 'elsewhere';
    // The recovery API is gone: normal operation has resumed.
    if (isStatus(error, 404)) return 'back';
    throw error;
  }
}

/** Polls, because there are no live events without a database. */
export const databaseRecoveryQuery = queryOptions({
  queryKey: databaseRecoveryKeys.all,
  queryFn: ({ signal }) => fetchDatabaseRecoveryStatus(signal),
  refetchInterval: ({ state }) => {
    if (state.data === 'back') return false;
    return typeof state.data === 'object'
      ? OWN_POLL_INTERVAL_MS
      : POLL_INTERVAL_MS * (0.8 + 0.4 * Math.random());
  },
});
