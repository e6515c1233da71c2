import { useQueryClient } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { settingsKeys } from '@/api/keys';
import type { ComputerSettings, Schemas } from '@/api/types';
import { useMutation } from '@/api/use-mutation';

type Setting = keyof ComputerSettings & keyof Schemas['SettingsRequest'];

type SaveOptions = {
  /** Text of the error toast. */
  failed: string;
  /** Called with the settings after a success. */
  onSaved?: (settings: ComputerSettings) => void;
};

/** Saves one setting of the class computer. */
export function useSaveSetting<Name extends Setting>(name: Name, { failed, onSaved }: SaveOptions) {
  const client = useQueryClient();
  return useMutation({
    // The change may have been saved even though the response was lost.
    meta: { changes: [], changesIfFailed: ['settings'], failed },
    mutationFn: (value: ComputerSettings[Name]) =>
      unwrap(api.PUT('/api/settings', { body: { [name]: value } })),
    // A pending response would show the previous value.
    onMutate: () => client.cancelQueries({ queryKey: settingsKeys.all }),
    onSuccess: (saved) => {
      // Only this field: responses may arrive out of order.
      client.setQueryData<ComputerSettings>(
        settingsKeys.all,
        (shown) => shown && { ...shown, [name]: saved[name] },
      );
      onSaved?.(saved);
    },
  });
}
