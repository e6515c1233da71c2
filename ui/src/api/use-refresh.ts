import { type QueryKey, useQueryClient } from '@tanstack/react-query';

/** How long an action that succeeded waits for the lists to show it. */
const SHOWN_WITHIN_MS = 1500;

/**
 * Asks anew for everything, or for what these keys cover, and waits until it is there: the focus must not return to a
 * row that is about to go. Not for ever, though: what was done is done.
 */
export function useRefresh(...queryKeys: QueryKey[]) {
  const queryClient = useQueryClient();
  const filters = queryKeys.length > 0 ? queryKeys.map((queryKey) => ({ queryKey })) : [{}];
  return () =>
    Promise.race([
      Promise.all(filters.map((filter) => queryClient.invalidateQueries(filter))),
      new Promise((resolve) => setTimeout(resolve, SHOWN_WITHIN_MS)),
    ]);
}
