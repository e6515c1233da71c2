import { queryOptions, useQuery } from '@tanstack/react-query';

import { api, data } from '@/api/client';
import { isSchoolServer, nameHost } from '@/lib/host';

const SETUP_POLL_INTERVAL_MS = 5000;

/** Whether a teacher may sign in and register from this device, and at which identity provider. */
export const authConfigQuery = queryOptions({
  queryKey: ['session', 'config'],
  queryFn: async ({ signal }) => {
    const config = await data(api.GET('/api/auth/config', { signal }));
    nameHost(config.school);
    return config;
  },
  // Nobody is signed in yet, so that no event tells of the first account.
  refetchInterval: ({ state }) => (state.data?.setupNeeded ? SETUP_POLL_INTERVAL_MS : false),
});

/** Whether it is a school's server, and no class computer; undefined until an answer came, or none could be had. */
export function useIsSchool(): boolean | undefined {
  const { data: config, isError } = useQuery(authConfigQuery);
  return config ? config.school : isError ? isSchoolServer() : undefined;
}
