import { msg, t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';

import { unwrap, api } from '@/api/client';
import { networkKeys } from '@/api/keys';
import { useMutation } from '@/api/use-mutation';
import { toast } from '@/components/toast/toast-store';

/** Selects the network adapter; null selects it automatically. The address may change shortly after. */
export function useChooseAdapter() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { changes: ['network'], failed: msg`Failed to change the network. Please try again.` },
    mutationFn: (name: string | null) => unwrap(api.PUT('/api/network/adapter', { body: { name } })),
    onSuccess: (network) => {
      queryClient.setQueryData(networkKeys.endpoint, network);
      toast({ title: t`Network chosen`, description: t`The address follows within a few seconds.` });
    },
  });
}
