import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api, deleted } from '@/api/client';
import { backupKeys } from '@/api/keys';

/** Deletes backups one after another. The mutation's variables are their names. */
export function useDeleteBackups() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { invalidates: [] },
    mutationFn: async (names: string[]) => {
      for (const name of names) {
        await deleted(api.DELETE('/api/backups/{name}', { params: { path: { name } } }));
      }
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: backupKeys.all }),
  });
}
