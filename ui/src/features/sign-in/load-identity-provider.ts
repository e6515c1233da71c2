import { useEffect } from 'react';

import type { IdentityProviderConfig } from '@/api/types';

import type { IdentityProvider } from './identity-provider';

const load = () => import('./identity-provider');

let pendingModule: ReturnType<typeof load> | null = null;

/** Fetches the provider's SDK, for teachers only: students never load it. */
export async function loadIdentityProvider(config: IdentityProviderConfig): Promise<IdentityProvider> {
  pendingModule ??= load();
  try {
    return await (await pendingModule).openIdentityProvider(config);
  } catch (error) {
    pendingModule = null;
    throw error;
  }
}

/** Preloads the SDK: browsers open popups only directly after a click. */
export function usePreloadedProvider(config: IdentityProviderConfig | null) {
  useEffect(() => {
    // A failed load is retried, with an error message, on click.
    if (config) loadIdentityProvider(config).catch(() => undefined);
  }, [config]);
}
