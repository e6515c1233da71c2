import { queryOptions } from '@tanstack/react-query';

import { isCode, isStatus } from '@/api/api-error';
import { api, unwrap } from '@/api/client';
import { rescueKeys } from '@/api/keys';
import { NEEDS_RESCUE } from '@/api/rescue-signal';
import type { Rescue } from '@/api/types';

/** The class computer polls often; other devices less often and with jitter. */
const OWN_POLL_INTERVAL_MS = 1000;
const POLL_INTERVAL_MS = 4000;

/** Rescue status as seen by this device: on the class computer, on another device, or finished. */
type RescueStatus = { rescue: Rescue } | 'elsewhere' | 'back';

async function fetchRescueStatus(signal: AbortSignal): Promise<RescueStatus> {
  try {
    return { rescue: await unwrap(api.GET('/api/rescue', { signal })) };
  } catch (error) {
    if (isCode(error, NEEDS_RESCUE)) return 'elsewhere';
    // The rescue API is gone: normal operation has resumed.
    if (isStatus(error, 404)) return 'back';
    throw error;
  }
}

/** Polls, because there are no live events without a database. */
export const rescueQuery = queryOptions({
  queryKey: rescueKeys.all,
  queryFn: ({ signal }) => fetchRescueStatus(signal),
  refetchInterval: ({ state }) => {
    if (state.data === 'back') return false;
    return typeof state.data === 'object'
      ? OWN_POLL_INTERVAL_MS
      : POLL_INTERVAL_MS * (0.8 + 0.4 * Math.random());
  },
});
