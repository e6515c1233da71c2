import type { IdentityProviderConfig } from '@/api/types';

import { type Needed, neededFor } from './entry';
import type { Identity } from './identity-provider';
import { googleEntry, useEnter, useGoogleIdentity } from './teacher-queries';

/** Google's window, and what is done with whoever signs in there. Cancelled, it may still be open: it counts no more. */
export function useGooglePopup(config: IdentityProviderConfig | null, onNeeded: (needed: Needed) => void) {
  const popup = useGoogleIdentity(config);
  const entering = useEnter();
  const goOn = (identity: Identity) => {
    entering.mutate(googleEntry(identity), {
      onError: (error) => {
        const needed = neededFor(error);
        if (needed) onNeeded(needed);
      },
    });
  };
  const forget = () => {
    popup.reset();
    entering.reset();
  };
  const start = () => {
    entering.reset();
    popup.mutate(undefined, { onSuccess: goOn });
  };
  const pending: 'google' | 'server' | undefined = popup.isPending
    ? 'google'
    : entering.isPending
      ? 'server'
      : undefined;
  return { start, forget, pending, error: popup.error ?? entering.error };
}
