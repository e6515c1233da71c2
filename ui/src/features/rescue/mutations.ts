import { useQueryClient, useMutation } from '@tanstack/react-query';

import { toNetworkError, toApiError, unwrap, api } from '@/api/client';
import { rescueKeys } from '@/api/keys';
import { sessionExpiredEvent } from '@/api/session-expired-event';

const UPLOAD_PATH = '/api/rescue/file';

/** The replacement of the damaged database: a backup, a file, or an empty database. */
export type RestoreChoice = { name: string } | { file: File } | 'nothing';

type RestoreRequest = {
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

function startRestore({ choice, passphrase, withoutPhotos = false }: RestoreRequest): Promise<unknown> {
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

/** Starts the restore; `rescueQuery` reports its progress. */
export function useStartRestore() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { invalidates: [] },
    mutationFn: startRestore,
    // Stays pending until the refetch, which prevents a second click.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: rescueKeys.all }),
  });
}
