import { MutationCache, type QueryClient, type QueryKey } from '@tanstack/react-query';

import { clearToast } from '@/components/toast/toast-store';

import { isStatus, outageOf } from './api-error';
import { failureToast } from './failure-toast';

/** How long a mutation waits for the refetch after it. */
const REFETCH_TIMEOUT_MS = 1500;

/**
 * What a mutation declares in `meta`. The mutation cache carries it out, so it also happens after the component that
 * called `mutate` has unmounted.
 */
type MutationPolicy = {
  /** Query keys that a success invalidates. Default: all queries, because none goes stale by itself. */
  invalidates?: readonly QueryKey[];
  /** Keeps the mutation pending until the active queries that it invalidates have been refetched, at most 1.5 s. */
  awaits?: boolean;
  /** Text of the error toast; a function for errors with another text, or with no toast (null). */
  failed?: string | ((error: Error) => string | null);
  /** A 404 or 409 invalidates all queries: the page is out of date. A string is the second line of the toast of a 404. */
  whenGone?: true | string;
};

declare module '@tanstack/react-query' {
  // Module augmentation works on interfaces only.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface Register {
    mutationMeta: MutationPolicy;
  }
}

/** Whether the change is no longer possible because of another one: the row is deleted, or has moved on. */
export function isGone(error: unknown): boolean {
  return isStatus(error, 404) || isStatus(error, 409);
}

/** Callbacks for `mutate` in a confirmation dialog: closes it after a success or if the change isn't possible. */
export function closeWhenDone(close: () => void) {
  return {
    onSuccess: close,
    onError: (error: Error) => {
      if (isGone(error)) close();
    },
  };
}

/** For `failed`: no toast for a lost response, which the form explains beside its button. */
export function unlessUnconfirmed(text: string) {
  return (error: Error) => (outageOf(error) === null ? text : null);
}

function showFailure(error: Error, { failed, whenGone }: MutationPolicy) {
  // The login screen shows that the session has ended; a cancelled request isn't a failure.
  if (isStatus(error, 401) || error.name === 'AbortError') return;
  const text = typeof failed === 'function' ? failed(error) : failed;
  if (text == null) return;
  const detail = isStatus(error, 404) && typeof whenGone === 'string' ? whenGone : undefined;
  failureToast(text, error, detail);
}

/** Invalidates these keys, or everything; resolves when the active queries among them have been refetched. */
async function invalidate(client: QueryClient, keys: readonly QueryKey[] | undefined) {
  const filters = keys ? keys.map((queryKey) => ({ queryKey })) : [{}];
  await Promise.all(filters.map((filter) => client.invalidateQueries(filter)));
}

const timeout = () => new Promise((resolve) => setTimeout(resolve, REFETCH_TIMEOUT_MS));

/**
 * A mutation cache that applies `MutationPolicy`. Its `onSettled` runs after the mutation's own `onSuccess`, which can
 * update the cache and show a toast before the refetch, and before the callbacks given to `mutate`.
 */
export function createMutationCache(): MutationCache {
  return new MutationCache({
    onSuccess: () => {
      // The error of an earlier attempt.
      clearToast('error');
    },
    onError: (error, _variables, _result, { meta = {} }) => {
      showFailure(error, meta);
    },
    onSettled: (_data, error, _variables, _result, { meta = {} }, { client }) => {
      if (error && !(meta.whenGone && isGone(error))) return;
      const refetched = invalidate(client, error ? undefined : meta.invalidates);
      return meta.awaits ? Promise.race([refetched, timeout()]) : undefined;
    },
  });
}
