import { queryOptions, useQuery } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { isSchoolServer, rememberServerKind } from '@/api/server-kind';
import type { AuthConfig } from '@/api/types';
import { setServerLanguage } from '@/lib/language';

const SETUP_POLL_INTERVAL_MS = 5000;

/** Sign-in configuration for this device. */
export const authConfigQuery = queryOptions({
  queryKey: ['session', 'config'],
  queryFn: async ({ signal }) => {
    const config = await unwrap(api.GET('/api/auth/config', { signal }));
    rememberServerKind(config.school);
    setServerLanguage(config.language);
    return config;
  },
  // Polls, as there are no live events before sign-in.
  refetchInterval: ({ state }) => (state.data?.setupNeeded ? SETUP_POLL_INTERVAL_MS : false),
});

/** Whether this is a school server; undefined while loading. */
export function useIsSchool(): boolean | undefined {
  const { data: config, isError } = useQuery(authConfigQuery);
  return config ? config.school : isError ? isSchoolServer() : undefined;
}

/** Whether this page was opened on a class computer itself, which has a sample class. */
export function offersSampleClass({ registrationAllowed, school }: AuthConfig): boolean {
  return registrationAllowed && !school;
}
