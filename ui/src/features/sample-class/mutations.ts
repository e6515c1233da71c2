import { i18n } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';

import { api, ignoreNotFound, unwrap } from '@/api/client';
import { useMutation } from '@/api/use-mutation';
import { sendPendingLogout } from '@/auth/pending-logout';
import { useSession } from '@/auth/session-context';
import { toast } from '@/components/toast/toast-store';

/** Signs in as the teacher of the sample class, which the server makes if there is none. */
export function useOpenSampleClass() {
  const { signIn } = useSession();
  return useMutation({
    // Signing in clears the cache.
    meta: { changes: [], failed: msg`Failed to open the sample class. Please try again.` },
    mutationFn: async () => {
      await sendPendingLogout();
      const language = i18n.locale === 'es' ? 'es' : 'en';
      return unwrap(api.POST('/api/sample-class', { body: { language } }));
    },
    onSuccess: ({ user }) => {
      signIn(user);
    },
  });
}

/** Deletes the sample class with its account, which ends the session; a 404 counts as deleted. */
export function useRemoveSampleClass() {
  const { signOut } = useSession();
  return useMutation({
    meta: { changes: [], failed: msg`Failed to remove the sample class. Please try again.` },
    mutationFn: () => ignoreNotFound(api.DELETE('/api/sample-class')),
    onSuccess: () => {
      // Signing out removes the toast that is shown.
      signOut();
      toast({ title: t`Sample class removed` });
    },
  });
}
