import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { settingsKeys } from '@/api/keys';
import type { ComputerSettings } from '@/api/types';
import { useMutation } from '@/api/use-mutation';

/** Boolean settings. */
export type ToggleSetting = 'teacherFromNetwork' | 'keepAwake';

/** Saves one boolean setting. */
export function useToggleSetting(name: ToggleSetting) {
  const client = useQueryClient();
  return useMutation({
    meta: {
      changes: [],
      changesIfFailed: ['settings'],
      failed: t`Failed to change setting. Please try again.`,
    },
    mutationFn: (on: boolean) => unwrap(api.PUT('/api/settings', { body: { [name]: on } })),
    // A pending response would revert the switch.
    onMutate: () => client.cancelQueries({ queryKey: settingsKeys.all }),
    onSuccess: (answer) => {
      // Only this field: responses of two switches may arrive out of order.
      client.setQueryData<ComputerSettings>(
        settingsKeys.all,
        (current) => current && { ...current, [name]: answer[name] },
      );
    },
  });
}

/** Opens the log folder on the class computer. */
export function useShowLogs() {
  return useMutation({
    meta: { changes: [], failed: t`Failed to show logs. Please try again.` },
    mutationFn: () => api.POST('/api/settings/show-logs'),
  });
}
