import { type MutationKey, useQueryClient } from '@tanstack/react-query';

/** Asks whether a call about a row is on its way, among mutations of this key whose variables carry the row's id. */
export function useIsSending(mutationKey: MutationKey) {
  const queryClient = useQueryClient();
  return ({ id }: { id: string }) =>
    queryClient.isMutating({
      mutationKey,
      predicate: ({ state }) => (state.variables as { id: string }).id === id,
    }) > 0;
}
