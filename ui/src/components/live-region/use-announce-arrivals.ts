import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';

import { announce } from './announce';

/** Time for which arrivals are collected, to be announced together. */
const BATCH_MS = 1000;

type Identified = { id: string };

/** Returns a function that tells whether the user has just changed a row: one that comes back has not arrived. */
function useIsOwnChange() {
  const mutations = useQueryClient().getMutationCache();
  return ({ id }: Identified) =>
    mutations.getAll().some(({ state }) => JSON.stringify(state.variables ?? null).includes(id));
}

/**
 * Announces rows that appear in a list while the page is open. `describe` returns the sentence, or null for none; `rows`
 * is undefined until the list is loaded.
 */
export function useAnnounceArrivals<Row extends Identified>(
  rows: readonly Row[] | undefined,
  describe: (arrived: Row[]) => string | null,
) {
  const known = useRef<Set<string> | null>(null);
  const arrived = useRef(new Set<string>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isOwnChange = useIsOwnChange();
  const announceArrived = useEffectEvent(() => {
    timer.current = undefined;
    const present = rows?.filter(({ id }) => arrived.current.has(id)) ?? [];
    arrived.current.clear();
    const text = present.length > 0 ? describe(present) : null;
    if (text !== null) announce(text);
  });
  useEffect(() => {
    if (!rows) return;
    const before = known.current;
    known.current = new Set([...(before ?? []), ...rows.map(({ id }) => id)]);
    if (!before) return;
    const fresh = rows.filter((row) => !before.has(row.id) && !isOwnChange(row));
    fresh.forEach(({ id }) => arrived.current.add(id));
    if (fresh.length > 0)
      timer.current ??= setTimeout(() => {
        announceArrived();
      }, BATCH_MS);
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
}
