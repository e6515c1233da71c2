import { useCallback, useRef } from 'react';

import { newIdempotencyKey } from './idempotency';

/**
 * One key for one intention: the same body again, say after a lost answer, has the same key and so happens once;
 * another body has another key. It lives as long as the form that asks; see `useKeptKey` for what gives goalbucks or goals.
 */
export function useIdempotencyKey(): (body: unknown) => string {
  const last = useRef<{ text: string; key: string } | null>(null);
  return useCallback((body) => {
    const text = JSON.stringify(body);
    if (last.current?.text !== text) last.current = { text, key: newIdempotencyKey() };
    return last.current.key;
  }, []);
}
