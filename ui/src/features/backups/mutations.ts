import { msg, t } from '@lingui/core/macro';

import { unwrap, api } from '@/api/client';
import { fetchWithoutTimeout } from '@/api/fetch-with-timeout';
import { uploadBackup } from '@/api/upload';
import { useMutation } from '@/api/use-mutation';
import { toast } from '@/components/toast/toast-store';
import { restoredCards } from '@/shared/restored-cards';

import type { PickedFile } from './inspect-backup-file';
import { describeLoginCards } from './restored-login-cards';

/** Creates a backup, locked if a passphrase is given. */
export function useBackUp() {
  return useMutation({
    // After a failure it may still be running, or the list may contain its error.
    meta: {
      changes: ['backups'],
      changesIfFailed: ['backups'],
      failed: msg`Failed to make backup. Please try again.`,
    },
    mutationFn: (passphrase: string | undefined) =>
      unwrap(
        api.POST('/api/backups', {
          body: passphrase === undefined ? {} : { passphrase },
          fetch: fetchWithoutTimeout,
        }),
      ),
    onSuccess: () => {
      toast({
        title: t`Backup made`,
        description: t({
          message: 'It was read again as a proof. Save a copy on a USB stick now and then.',
          comment: 'A backup',
        }),
      });
    },
  });
}

type RestoreRequest = {
  from: { name: string } | PickedFile;
  passphrase: string | undefined;
  /** Restore even if photos shared with other backups are missing. */
  withoutPhotos: boolean;
  /** Called with the uploaded fraction of a chosen file, 0 to 1. */
  onProgress: (part: number) => void;
};

function restore({ from, passphrase, withoutPhotos, onProgress }: RestoreRequest): Promise<unknown> {
  if ('name' in from) {
    return unwrap(
      api.POST('/api/backups/{name}/restore', {
        params: { path: { name: from.name } },
        body: { passphrase: passphrase ?? null, withoutPhotos },
        fetch: fetchWithoutTimeout,
      }),
    );
  }
  return uploadBackup('/api/backups/restore', from.file, { passphrase, withoutPhotos, onProgress });
}

/** Replaces the current data with a backup, which ends all sessions; `onRestored` must inform the user. */
export function useRestore(onRestored: (note: string) => void) {
  return useMutation({
    meta: { changes: [], changesIfFailed: ['backups'] },
    mutationFn: restore,
    // In the hook, because the component may have unmounted: the event stream may report the end of the session first.
    onSuccess: (answer) => {
      restoredCards.set();
      onRestored(describeLoginCards(answer));
    },
  });
}

/** Opens the backup folder on the class computer. */
export function useShowBackups() {
  return useMutation({
    meta: { changes: [], failed: t`Failed to show folder. Please try again.` },
    mutationFn: () => api.POST('/api/backups/show-folder'),
  });
}
