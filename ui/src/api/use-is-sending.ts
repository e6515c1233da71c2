import { type MutationKey, useMutationState } from '@tanstack/react-query';

/** Asks whether a call about a row is on its way, among mutations of this key whose variables carry the row's id. */
export function useIsSending(mutationKey: MutationKey) {
  const ids = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => (state.variables as { id: string }).id,
  });
  return ({ id }: { id: string }) => ids.includes(id);
}
