import { i18n, type MessageDescriptor } from '@lingui/core';
import { MutationCache, type QueryClient, type QueryKey } from '@tanstack/react-query';

import { clearToast } from '@/components/toast/toast-store';

import { isStatus, outageOf } from './api-error';
import { queryKeysFor, type Topic } from './changes';
import { failureToast } from './failure-toast';
import type { ChangeScope } from './live/live-topics';
import { refetchSchedulerOf } from './refetch-scheduler';

/** How long a mutation waits for the refetch after it. */
const REFETCH_TIMEOUT_MS = 1500;

/** A descriptor where the text may be shown until after a change of the language. */
type FailureText = MessageDescriptor | string;

/**
 * What a mutation declares in `meta`. The mutation cache carries it out, so it also happens after the component that
 * called `mutate` has unmounted.
 */
export type MutationPolicy = {
  /** What a success has changed and isn't in the cache yet; it is refetched where it is shown. */
  changes: readonly Topic[];
  /** What a failed attempt may have changed, because only its response was lost. */
  changesIfFailed?: readonly Topic[];
  /** The class and the student of the changes, where known. */
  of?: ChangeScope;
  /** The id of a class or student that is deleted: its own data isn't read again while its page is still shown. */
  gone?: string;
  /** Those changes whose refetch the focus waits for: the mutation stays pending until then, at most 1.5 s. */
  awaits?: readonly Topic[];
  /** Says that it failed, in the toast and in the form; a function for errors with another text. */
  failed?: FailureText | ((error: Error) => FailureText);
  /** Whether a toast tells of this failure; by default of each. */
  toasts?: (error: Error) => boolean;
  /** A 404 or 409 refetches everything: the page is out of date. A string is the second line of the toast of a 404. */
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

/** For `toasts`: no toast for a lost response, which the form explains beside its button. */
export const unlessUnconfirmed = (error: Error) => outageOf(error) === null;

const failureTexts = new WeakMap<Error, FailureText>();

const translate = (text: FailureText) => (typeof text === 'string' ? text : i18n._(text));

/** The text of a mutation's error, as its policy says it; "" if it says none. */
export const failureTextOf = (error: Error) => translate(failureTexts.get(error) ?? '');

function recordFailure(error: Error, { failed, toasts, whenGone }: MutationPolicy) {
  const text = typeof failed === 'function' ? failed(error) : failed;
  if (text === undefined) return;
  const detail = isStatus(error, 404) && typeof whenGone === 'string' ? whenGone : undefined;
  failureTexts.set(error, detail ?? text);
  // The login screen shows that the session has ended; a cancelled request isn't a failure.
  if (isStatus(error, 401) || error.name === 'AbortError' || toasts?.(error) === false) return;
  failureToast(translate(text), error, detail);
}

/** Refetches what has changed, or may have; resolves when what the focus waits for has been refetched. */
function refetchChanges(client: QueryClient, error: Error | null, meta: MutationPolicy) {
  const refetch = (keys: readonly QueryKey[]) => refetchSchedulerOf(client).refetchOwn(keys, meta.gone);
  const keysOf = (topics: readonly Topic[] = []) =>
    topics.flatMap((topic) => queryKeysFor({ topic, ...meta.of }));
  const { awaits } = meta;
  if (error === null) {
    void refetch(keysOf(meta.changes));
    return awaits && refetch(keysOf(awaits));
  }
  if (meta.whenGone && isGone(error)) {
    const refetched = client.invalidateQueries();
    return awaits && refetched;
  }
  for (const queryKey of keysOf(meta.changesIfFailed)) void client.invalidateQueries({ queryKey });
  return undefined;
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
    onError: (error, _variables, _result, { meta }) => {
      if (meta) recordFailure(error, meta);
    },
    onSettled: (_data, error, _variables, _result, { meta }, { client }) => {
      const refetched = meta && refetchChanges(client, error, meta);
      return refetched && Promise.race([refetched, timeout()]);
    },
  });
}
