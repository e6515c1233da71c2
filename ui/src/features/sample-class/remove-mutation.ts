import { msg, t } from '@lingui/core/macro';

import { api, ignoreNotFound } from '@/api/client';
import { useMutation } from '@/api/use-mutation';
import { useSession } from '@/auth/session-context';
import { toast } from '@/components/toast/toast-store';

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
