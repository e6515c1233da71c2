import { i18n } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { useQueryClient, useMutation } from '@tanstack/react-query';

import { unwrap, api } from '@/api/client';
import { fetchWithoutTimeout } from '@/api/fetch-with-timeout';
import { backupKeys } from '@/api/keys';
import { uploadBackup } from '@/api/upload';
import { toast } from '@/components/toast/toast-store';
import { restoredCards } from '@/shared/restored-cards';

import type { PickedFile } from './inspect-backup-file';
import { describeLoginCards } from './restored-login-cards';

export const BACKUP_FAILED = msg`Failed to make backup. Please try again.`;

/** Creates a backup, locked if a passphrase is given. */
export function useBackUp() {
  const client = useQueryClient();
  return useMutation({
    meta: { invalidates: [backupKeys.all], failed: i18n._(BACKUP_FAILED) },
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
    // The backup may still be running, or the list may now contain its error.
    onError: () => void client.invalidateQueries({ queryKey: backupKeys.all }),
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
  const client = useQueryClient();
  return useMutation({
    meta: { invalidates: [] },
    mutationFn: restore,
    // In the hook, because the component may have unmounted: the event stream may report the end of the session first.
    onSuccess: (answer) => {
      restoredCards.set();
      onRestored(describeLoginCards(answer));
    },
    onError: () => void client.invalidateQueries({ queryKey: backupKeys.all }),
  });
}

/** Opens the backup folder on the class computer. */
export function useShowBackups() {
  return useMutation({
    meta: { invalidates: [], failed: t`Failed to show folder. Please try again.` },
    mutationFn: () => api.POST('/api/backups/show-folder'),
  });
}
