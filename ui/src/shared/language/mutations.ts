import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { settingsKeys } from '@/api/keys';
import type { ComputerSettings } from '@/api/types';
import { useMutation } from '@/api/use-mutation';
import { useSession, useUser } from '@/auth/session-context';
import { type Language, setServerLanguage } from '@/lib/language';

/** Chooses the account's language, which is shown before it is saved. */
export function useChooseLanguage() {
  const user = useUser();
  const { updateUser } = useSession();
  return useMutation({
    meta: { changes: [], failed: t`Failed to change language. Please try again.` },
    // One after the other, so that the last choice is the one that is kept.
    scope: { id: 'account-language' },
    mutationFn: (language: Language) => api.PUT('/api/account/language', { body: { language } }),
    onMutate: (language) => {
      updateUser({ ...user, language });
      return user;
    },
    onError: (_error, _language, previous) => {
      if (previous) updateUser(previous);
    },
  });
}

/** Chooses the class computer's language. */
export function useChooseServerLanguage() {
  const client = useQueryClient();
  return useMutation({
    meta: {
      changes: [],
      changesIfFailed: ['settings'],
      failed: t`Failed to change language. Please try again.`,
    },
    mutationFn: (language: Language) => unwrap(api.PUT('/api/settings', { body: { language } })),
    // A pending response would show the previous one.
    onMutate: () => client.cancelQueries({ queryKey: settingsKeys.all }),
    onSuccess: ({ language }) => {
      client.setQueryData<ComputerSettings>(
        settingsKeys.all,
        (current) => current && { ...current, language },
      );
      setServerLanguage(language);
    },
  });
}
