import { msg } from '@lingui/core/macro';

import { api, unwrap } from '@/api/client';
import { useMutation } from '@/api/use-mutation';
import { sendPendingLogout } from '@/auth/pending-logout';
import { useSession } from '@/auth/session-context';
import { teacherLanguage } from '@/lib/language';

/** Signs in as the teacher of the sample class, which the server makes if there is none. */
export function useOpenSampleClass() {
  const { signIn } = useSession();
  return useMutation({
    // Signing in clears the cache.
    meta: { changes: [], failed: msg`Failed to open the sample class. Please try again.` },
    mutationFn: async () => {
      await sendPendingLogout();
      return unwrap(api.POST('/api/sample-class', { body: { language: teacherLanguage() } }));
    },
    onSuccess: ({ user }) => {
      signIn(user);
    },
  });
}
