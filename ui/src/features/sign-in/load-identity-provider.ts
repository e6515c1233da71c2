import { useEffect } from 'react';

import type { IdentityProviderConfig } from '@/api/types';

import type { IdentityProvider } from './identity-provider';

const load = () => import('./identity-provider');

let code: ReturnType<typeof load> | null = null;

/** Fetches the provider's SDK, for teachers only: students never load it. */
export async function loadIdentityProvider(config: IdentityProviderConfig): Promise<IdentityProvider> {
  code ??= load();
  try {
    return await (await code).openIdentityProvider(config);
  } catch (error) {
    code = null;
    throw error;
  }
}

/** Loads it before the press that needs it: a browser lets a window open only right after a press. */
export function usePreloadedProvider(config: IdentityProviderConfig | null) {
  useEffect(() => {
    // One that doesn't come is asked for again by the press, which says so.
    if (config) loadIdentityProvider(config).catch(() => undefined);
  }, [config]);
}
