import { MutationCache, notifyManager, QueryClient, type QueryKey } from '@tanstack/react-query';

declare module '@tanstack/react-query' {
  // Module augmentation works on interfaces only.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface Register {
    mutationMeta: {
      /** Keys that a success makes stale. Without it everything is: nothing here ever goes stale by itself. */
      invalidates?: readonly QueryKey[];
    };
  }
}

// By default React hears of a change one task later: a second click, already waiting, would come before the button knows
// that it is busy, and everything would be sent twice.
notifyManager.setScheduler(queueMicrotask);

export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    mutationCache: new MutationCache({
      onSuccess: (_data, _variables, _result, mutation) => {
        const keys = mutation.meta?.invalidates;
        if (!keys) void client.invalidateQueries();
        else keys.forEach((queryKey) => void client.invalidateQueries({ queryKey }));
      },
    }),
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
  return client;
}
