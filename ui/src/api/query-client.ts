import { notifyManager, QueryClient } from '@tanstack/react-query';

import { createMutationCache } from './mutation-policy';

// By default updates are scheduled a task later, in which a second click could send a mutation twice.
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
        // The server is reachable without internet: ignore the browser's online state.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
