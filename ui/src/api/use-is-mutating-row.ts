import { type MutationKey, useMutationState } from '@tanstack/react-query';

/** Returns a function that checks whether a mutation with this key is pending for a row. */
export function useIsMutatingRow(mutationKey: MutationKey) {
  const ids = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => (state.variables as { id: string }).id,
  });
  return ({ id }: { id: string }) => ids.includes(id);
}
