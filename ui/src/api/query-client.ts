import { notifyManager, QueryClient } from '@tanstack/react-query';

import { createMutationCache } from './mutation-policy';

// By default React hears of a change one task later: a second click, already waiting, would come before the button knows
// that it is busy, and everything would be sent twice.
notifyManager.setScheduler(queueMicrotask);

export function createQueryClient(): QueryClient {
  return new QueryClient({
    mutationCache: createMutationCache(),
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        refetchInterval: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: false,
        // The class computer is reachable without internet: the browser's opinion doesn't count.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
