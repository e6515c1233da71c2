import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api, ignoreNotFound } from '@/api/client';
import { backupKeys } from '@/api/keys';
import { toast } from '@/components/toast/toast-store';

/** Deletes backups one after another. The mutation's variables are their names; `failed` is the text of its error toast. */
export function useDeleteBackups(failed: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { invalidates: [backupKeys.all], awaits: true, failed },
    mutationFn: async (names: string[]) => {
      for (const name of names) {
        await ignoreNotFound(api.DELETE('/api/backups/{name}', { params: { path: { name } } }));
      }
    },
    onSuccess: (_data, names) => {
      toast({ title: names.length === 1 ? t`Backup deleted` : t`Backups deleted` });
    },
    // Some of them may have been deleted.
    onError: () => void client.invalidateQueries({ queryKey: backupKeys.all }),
  });
}
