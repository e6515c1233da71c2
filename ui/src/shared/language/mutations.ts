import { t } from '@lingui/core/macro';

import { api } from '@/api/client';
import type { SessionUser } from '@/api/types';
import { useMutation } from '@/api/use-mutation';
import { useSession, useUser } from '@/auth/session-context';
import { isTeacherLanguage, type Language, setServerLanguage } from '@/lib/language';
import { useSaveSetting } from '@/shared/use-save-setting';

/** The user with this language, unless a teacher can't have it. */
function withLanguage(user: SessionUser, language: Language): SessionUser {
  if (user.role === 'student') return { ...user, language };
  return isTeacherLanguage(language) ? { ...user, language } : user;
}

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
      updateUser(withLanguage(user, language));
      return user;
    },
    onError: (_error, _language, previous) => {
      if (previous) updateUser(previous);
    },
  });
}

/** Chooses the class computer's language. */
export function useChooseServerLanguage() {
  return useSaveSetting('language', {
    failed: t`Failed to change language. Please try again.`,
    onSaved: ({ language }) => {
      setServerLanguage(language);
    },
  });
}
