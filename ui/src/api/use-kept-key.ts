import { type QueryKey, type UseMutationResult, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';

import { whoIsSilent } from './api-error';
import { newIdempotencyKey } from './idempotency';

type Sent = { text: string; key: string; failedAt: number };

/**
 * One key for one intention, beyond the form's life: after a lost answer nobody knows whether it was done. Whoever closes
 * the form and comes back, before the lists under `shownIn` were read again, still means the same. For the component that
 * opens the form; the form sends with `useSendOnce`.
 */
export function useKeptKey(shownIn: QueryKey) {
  const queryClient = useQueryClient();
  const last = useRef<Sent | null>(null);
  const wasReadSince = (time: number) =>
    queryClient
      .getQueryCache()
      .findAll({ queryKey: shownIn })
      .some(({ state }) => state.dataUpdatedAt > time);
  return {
    /** The form opens. What was read while it stood open says nothing yet to whoever looks at the form. */
    begin: () => {
      if (last.current && wasReadSince(last.current.failedAt)) last.current = null;
    },
    of: (body: unknown) => {
      const text = JSON.stringify(body);
      const key = last.current?.text === text ? last.current.key : newIdempotencyKey();
      last.current = { text, key, failedAt: Infinity };
      return key;
    },
    done: () => {
      last.current = null;
    },
    failed: () => {
      if (last.current) last.current.failedAt = Date.now();
    },
  };
}

export type KeptKey = ReturnType<typeof useKeptKey>;

type Keyed<Body> = { body: Body; idempotencyKey: string };
type Outcomes<Answer> = {
  onSuccess: (answer: Answer) => void;
  /** Not called for a lost answer, about which the form's `LostNote` says all that is known. */
  onRefused: (error: Error) => void;
};

/** Sends for a form so that what is sent again, unchanged, happens once. */
export function useSendOnce<Body, Answer>(
  mutation: UseMutationResult<Answer, Error, Keyed<Body>>,
  key: KeptKey,
) {
  const begin = useEffectEvent(key.begin);
  useEffect(() => {
    begin();
  }, []);
  return (body: Body, { onSuccess, onRefused }: Outcomes<Answer>) => {
    mutation.mutate(
      { body, idempotencyKey: key.of(body) },
      {
        onSuccess: (answer) => {
          key.done();
          onSuccess(answer);
        },
        onError: (error) => {
          key.failed();
          if (whoIsSilent(error) === null) onRefused(error);
        },
      },
    );
  };
}
