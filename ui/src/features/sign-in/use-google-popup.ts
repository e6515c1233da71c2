import type { IdentityProviderConfig } from '@/api/types';

import type { Identity } from './identity-provider';
import { type RequiredCredential, requiredCredential } from './provider-sign-in';
import { googleProviderSignIn, useCompleteProviderSignIn, useGoogleIdentity } from './teacher-mutations';

/** Google popup sign-in. A cancelled popup may stay open; its result is ignored. */
export function useGooglePopup(
  config: IdentityProviderConfig | null,
  onCredentialRequired: (needed: RequiredCredential) => void,
) {
  const popup = useGoogleIdentity(config);
  const completion = useCompleteProviderSignIn();
  const complete = (identity: Identity) => {
    completion.mutate(googleProviderSignIn(identity), {
      onError: (error) => {
        const needed = requiredCredential(error);
        if (needed) onCredentialRequired(needed);
      },
    });
  };
  const reset = () => {
    popup.reset();
    completion.reset();
  };
  const start = () => {
    completion.reset();
    popup.mutate(undefined, { onSuccess: complete });
  };
  const pending: 'google' | 'server' | undefined = popup.isPending
    ? 'google'
    : completion.isPending
      ? 'server'
      : undefined;
  return { start, reset, pending, error: popup.error ?? completion.error };
}
