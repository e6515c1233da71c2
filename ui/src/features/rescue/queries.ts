import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { isCode, isStatus } from '@/api/api-error';
import { api, unwrap, toApiError, toNetworkError } from '@/api/client';
import { rescueKeys } from '@/api/keys';
import { NEEDS_RESCUE } from '@/api/rescue-signal';
import { sessionExpiredEvent } from '@/api/session-expired-event';
import type { Rescue } from '@/api/types';

const UPLOAD_PATH = '/api/rescue/file';
/** The class computer polls often; other devices less often and with jitter. */
const OWN_POLL_INTERVAL_MS = 1000;
const POLL_INTERVAL_MS = 4000;

/** Recovery state as seen by this device: on the class computer, on another device, or finished. */
type RescueStatus = { rescue: Rescue } | 'elsewhere' | 'back';

async function fetchRescueStatus(signal: AbortSignal): Promise<RescueStatus> {
  try {
    return { rescue: await unwrap(api.GET('/api/rescue', { signal })) };
  } catch (error) {
    if (isCode(error, NEEDS_RESCUE)) return 'elsewhere';
    // The recovery API is gone: normal operation has resumed.
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

/** What replaces the damaged database. */
export type RestoreChoice = { name: string } | { file: File } | 'nothing';

type Repair = {
  choice: RestoreChoice;
  passphrase?: string | undefined;
  /** Restore even if photos shared with other backups are missing. */
  withoutPhotos?: boolean;
};

/** No timeout: the file may be large and its medium slow. */
async function sendFile(file: File, headers: Record<string, string>): Promise<void> {
  const epoch = sessionExpiredEvent.epoch();
  let response: Response;
  try {
    response = await fetch(UPLOAD_PATH, { method: 'POST', body: file, headers });
  } catch (error) {
    throw toNetworkError(error);
  }
  if (response.ok) return;
  const { status, statusText } = response;
  const text = await response.text().catch(() => '');
  throw toApiError(status, statusText, text, response.headers.get('Retry-After'), {
    path: UPLOAD_PATH,
    epoch,
  });
}

function startRepair({ choice, passphrase, withoutPhotos = false }: Repair): Promise<unknown> {
  if (choice === 'nothing') return unwrap(api.POST('/api/rescue/begin-anew'));
  if ('name' in choice) {
    const body = { name: choice.name, passphrase: passphrase ?? null, withoutPhotos };
    return unwrap(api.POST('/api/rescue/restore', { body }));
  }
  // Headers are ASCII only.
  return sendFile(choice.file, {
    ...(passphrase !== undefined && { 'Backup-Passphrase': encodeURIComponent(passphrase) }),
    ...(withoutPhotos && { 'Backup-Without-Photos': 'true' }),
  });
}

/** Starts the repair; `rescueQuery` reports its progress. */
export function useRepair() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { invalidates: [] },
    mutationFn: startRepair,
    // Stays pending until the refetch, which prevents a second click.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: rescueKeys.all }),
  });
}
