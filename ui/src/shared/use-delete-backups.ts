import { t } from '@lingui/core/macro';

import { api, ignoreNotFound } from '@/api/client';
import { useMutation } from '@/api/use-mutation';
import { toast } from '@/components/toast/toast-store';

/** Deletes backups one after another. The mutation's variables are their names; `failed` is the text of its error toast. */
export function useDeleteBackups(failed: string) {
  return useMutation({
    // After a failure some of them may have been deleted.
    meta: { changes: ['backups'], changesIfFailed: ['backups'], awaits: ['backups'], failed },
    mutationFn: async (names: string[]) => {
      for (const name of names) {
        await ignoreNotFound(api.DELETE('/api/backups/{name}', { params: { path: { name } } }));
      }
    },
    onSuccess: (_data, names) => {
      toast({ title: names.length === 1 ? t`Backup deleted` : t`Backups deleted` });
    },
  });
}
