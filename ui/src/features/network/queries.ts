import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, data } from '@/api/client';
import { networkKeys } from '@/api/keys';
import { toast } from '@/components/toast/toast-store';

/** How the class's devices reach the class computer, and how many did. */
export const networkQuery = queryOptions({
  queryKey: networkKeys.reach,
  queryFn: ({ signal }) => data(api.GET('/api/network', { signal })),
});

export const CHOOSE_FAILED = 'Failed to change the network. Please try again.';

/** Chooses the adapter that the class comes in by; null: the best one. The address may follow a moment later. */
export function useChooseAdapter() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { invalidates: [networkKeys.all], failed: CHOOSE_FAILED },
    mutationFn: (name: string | null) => data(api.PUT('/api/network/adapter', { body: { name } })),
    onSuccess: (network) => {
      queryClient.setQueryData(networkKeys.reach, network);
      toast({ title: 'Network chosen', description: 'The address follows within a few seconds.' });
    },
  });
}
