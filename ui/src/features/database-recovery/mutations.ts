import { unwrap, api } from '@/api/client';
import { uploadBackup } from '@/api/upload';
import { useMutation } from '@/api/use-mutation';

/** The replacement of the damaged database: a backup, a file, or an empty database. */
export type RestoreChoice = { name: string } | { file: File } | 'nothing';

type RestoreRequest = {
  choice: RestoreChoice;
  passphrase?: string | undefined;
  /** Restore even if photos shared with other backups are missing. */
  withoutPhotos?: boolean;
};

function startRestore({ choice, passphrase, withoutPhotos = false }: RestoreRequest): Promise<unknown> {
  if (choice === 'nothing') return unwrap(api.POST('/api/rescue/begin-anew'));
  if ('name' in choice) {
    const body = { name: choice.name, passphrase: passphrase ?? null, withoutPhotos };
    return unwrap(api.POST('/api/rescue/restore', { body }));
  }
  return uploadBackup('/api/rescue/file', choice.file, { passphrase, withoutPhotos });
}

/** Starts the restore; `databaseRecoveryQuery` reports its progress. */
export function useStartRestore() {
  return useMutation({
    // Stays pending until the refetch, which prevents a second click.
    meta: { changes: ['database-recovery'], awaits: ['database-recovery'] },
    mutationFn: startRestore,
  });
}
