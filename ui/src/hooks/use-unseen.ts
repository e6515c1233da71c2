import { useEffect, useEffectEvent, useState } from 'react';

import type { SeenStore } from '@/lib/seen-store';

/** Visible time after which rows count as seen. */
const SEEN_DELAY_MS = 5000;

type UnseenOptions<Row> = {
  store: SeenStore<Row>;
  personId: string;
  /** All rows; undefined while they load. */
  rows: Row[] | undefined;
  /** Selects which of the new rows are shown; all by default. */
  select?: (fresh: Row[]) => Row[];
};

export type Unseen<Row> = { unseen: Row[]; dismiss: (rows: Row[]) => void };

/** Calls back after the page was visible for `ms` without interruption; returns a cleanup function. */
function afterVisibleFor(ms: number, callback: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restart = () => {
    clearTimeout(timer);
    if (document.visibilityState === 'visible') timer = setTimeout(callback, ms);
  };
  restart();
  document.addEventListener('visibilitychange', restart);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', restart);
  };
}

/** Rows that are new to a user on this device, until dismissed or seen. */
export function useUnseen<Row>({
  store,
  personId,
  rows,
  select = (fresh) => fresh,
}: UnseenOptions<Row>): Unseen<Row> {
  const [shown, setShown] = useState<readonly string[]>([]);
  const [checkedIds, setCheckedIds] = useState<readonly string[]>();
  const ids = rows?.map(store.getId);
  const key = ids?.join();
  if (rows && ids && key !== checkedIds?.join()) {
    setCheckedIds(ids);
    const fresh = store.unseen(personId, rows).filter((row) => !checkedIds?.includes(store.getId(row)));
    const added = select(fresh).map(store.getId);
    if (added.length > 0) setShown([...new Set([...added, ...shown])]);
  }
  const markSeen = useEffectEvent(() => {
    if (rows) store.markSeen(personId, rows);
  });
  useEffect(() => {
    if (key === undefined) return;
    return afterVisibleFor(SEEN_DELAY_MS, () => {
      markSeen();
    });
  }, [key]);
  return {
    unseen: (rows ?? []).filter((row) => shown.includes(store.getId(row))),
    dismiss: (dismissed: Row[]) => {
      store.markSeen(personId, dismissed);
      const dismissedIds = new Set(dismissed.map(store.getId));
      setShown(shown.filter((id) => !dismissedIds.has(id)));
    },
  };
}
