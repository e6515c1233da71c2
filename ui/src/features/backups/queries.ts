import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, data } from '@/api/client';
import { fetchPatiently } from '@/api/fetch-in-time';
import { backupKeys } from '@/api/keys';
import { upload } from '@/api/upload';
import { toast } from '@/components/toast/toast-store';

import type { PickedFile } from './picked-file';

export const BACKUP_FAILED = 'Failed to make backup. Please try again.';

const LOOK_AGAIN_MS = 2000;

export const backupsQuery = queryOptions({
  queryKey: backupKeys.all,
  queryFn: ({ signal }) => data(api.GET('/api/backups', { signal })),
  // The class computer makes them by itself, and no event says so.
  refetchOnMount: 'always',
  refetchInterval: ({ state }) => (state.data?.busy ? LOOK_AGAIN_MS : false),
});

/** Backs everything up; with a passphrase the backup is locked. */
export function useBackUp() {
  const client = useQueryClient();
  return useMutation({
    meta: { invalidates: [backupKeys.all], failed: BACKUP_FAILED },
    mutationFn: (passphrase: string | undefined) =>
      data(
        api.POST('/api/backups', {
          body: passphrase === undefined ? {} : { passphrase },
          fetch: fetchPatiently,
        }),
      ),
    onSuccess: () => {
      toast({
        title: 'Backup made',
        description: 'It was read again as a proof. Save a copy on a USB stick now and then.',
      });
    },
    // It may go on all the same, or have left word why it failed.
    onError: () => void client.invalidateQueries({ queryKey: backupKeys.all }),
  });
}

type Restore = {
  from: { name: string } | PickedFile;
  passphrase: string | undefined;
  /** Go on though the photos that it shares with other backups can't be found. */
  withoutPhotos: boolean;
  /** Called with the sent part of a picked file, 0 to 1. */
  onProgress: (part: number) => void;
};

function restore({ from, passphrase, withoutPhotos, onProgress }: Restore): Promise<unknown> {
  if ('name' in from) {
    return data(
      api.POST('/api/backups/{name}/restore', {
        params: { path: { name: from.name } },
        body: { passphrase: passphrase ?? null, withoutPhotos },
        fetch: fetchPatiently,
      }),
    );
  }
  return upload('/api/backups/restore', from.file, {
    onProgress,
    answersLate: true,
    headers: {
      'Content-Type': 'application/octet-stream',
      ...(passphrase !== undefined && { 'Backup-Passphrase': encodeURIComponent(passphrase) }),
      ...(withoutPhotos && { 'Backup-Without-Photos': 'true' }),
    },
  });
}

/** Puts a backup in the present state's place. From then on nobody is signed in, which `onRestored` has to say. */
export function useRestore(onRestored: () => void) {
  const client = useQueryClient();
  return useMutation({
    meta: { invalidates: [] },
    mutationFn: restore,
    // The page may have been left already: the event stream hears first that the session is over.
    onSuccess: onRestored,
    onError: () => void client.invalidateQueries({ queryKey: backupKeys.all }),
  });
}

/** Opens the folder of the backups on the class computer's screen. */
export function useShowBackups() {
  return useMutation({
    meta: { invalidates: [], failed: 'Failed to show folder. Please try again.' },
    mutationFn: () => api.POST('/api/backups/show-folder'),
  });
}
