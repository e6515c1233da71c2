import { t } from '@lingui/core/macro';

import { api } from '@/api/client';
import { useMutation } from '@/api/use-mutation';
import { useSaveSetting } from '@/shared/use-save-setting';

/** Boolean settings. */
export type ToggleSetting = 'teacherFromNetwork' | 'keepAwake';

/** Saves one boolean setting. */
export function useToggleSetting(name: ToggleSetting) {
  return useSaveSetting(name, { failed: t`Failed to change setting. Please try again.` });
}

/** Opens the log folder on the class computer. */
export function useShowLogs() {
  return useMutation({
    meta: { changes: [], failed: t`Failed to show logs. Please try again.` },
    mutationFn: () => api.POST('/api/settings/show-logs'),
  });
}
