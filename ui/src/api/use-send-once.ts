import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';

type Unconfirmed = { body: string; key: string; failedAt: number };

/** The last request that failed, by the key of the queries that show whether it was carried out. */
const requests = new WeakMap<QueryClient, Map<string, Unconfirmed>>();

function requestsOf(client: QueryClient): Map<string, Unconfirmed> {
  const known = requests.get(client) ?? new Map<string, Unconfirmed>();
  requests.set(client, known);
  return known;
}

/** A random UUID. `crypto.randomUUID` is missing over plain HTTP, which classrooms use. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function wasReadSince(client: QueryClient, queryKey: QueryKey, time: number): boolean {
  return client
    .getQueryCache()
    .findAll({ queryKey })
    .some(({ state }) => state.dataUpdatedAt > time);
}

/**
 * For a mutation hook: returns a function that sends a request with an `Idempotency-Key`. Sending the same body again
 * after a failure, as when the response was lost, has the same key, so that the server carries it out once. This holds
 * even if the form is closed and opened again, until the queries under `shownIn` have been read: then the user knows
 * whether it was carried out. Each mutation passes its own `shownIn`.
 */
export function useSendOnce(shownIn: QueryKey) {
  const client = useQueryClient();
  const scope = JSON.stringify(shownIn);
  // Only when the form opens: a refetch behind an open form hasn't been seen by the user.
  const forgetIfRead = useEffectEvent(() => {
    const last = requestsOf(client).get(scope);
    if (last && wasReadSince(client, shownIn, last.failedAt)) requestsOf(client).delete(scope);
  });
  useEffect(() => {
    forgetIfRead();
  }, []);
  return async <Answer>(
    body: unknown,
    send: (headers: { 'Idempotency-Key': string }) => Promise<Answer>,
  ): Promise<Answer> => {
    const unconfirmed = requestsOf(client);
    const text = JSON.stringify(body);
    const last = unconfirmed.get(scope);
    const key = last?.body === text ? last.key : newKey();
    unconfirmed.set(scope, { body: text, key, failedAt: Infinity });
    try {
      const answer = await send({ 'Idempotency-Key': key });
      unconfirmed.delete(scope);
      return answer;
    } catch (error) {
      unconfirmed.set(scope, { body: text, key, failedAt: Date.now() });
      throw error;
    }
  };
}
