import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api, data } from '@/api/client';
import { settingsKeys } from '@/api/keys';
import type { ComputerSettings } from '@/api/types';

/** What can be switched on and off. */
export type SwitchName = 'teacherFromNetwork' | 'keepAwake';

/** Switches one of them, which counts from the answer on. */
export function useSwitch(name: SwitchName) {
  const client = useQueryClient();
  return useMutation({
    meta: { invalidates: [], failed: 'Failed to change setting. Please try again.' },
    mutationFn: (on: boolean) => data(api.PUT('/api/settings', { body: { [name]: on } })),
    // An answer still on its way would put the switch back.
    onMutate: () => client.cancelQueries({ queryKey: settingsKeys.all }),
    onSuccess: (answer) => {
      // Only this one: the other switch's answer may come in another order than it was pressed.
      client.setQueryData<ComputerSettings>(
        settingsKeys.all,
        (shown) => shown && { ...shown, [name]: answer[name] },
      );
    },
    // It may have been kept, and only the answer be lost.
    onError: () => void client.invalidateQueries({ queryKey: settingsKeys.all }),
  });
}

/** Opens the folder of the logs on the class computer's screen. */
export function useShowLogs() {
  return useMutation({
    meta: { invalidates: [], failed: 'Failed to show logs. Please try again.' },
    mutationFn: () => api.POST('/api/settings/show-logs'),
  });
}
