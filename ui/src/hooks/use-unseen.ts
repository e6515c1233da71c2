import { useEffect, useEffectEvent, useState } from 'react';

import type { SeenOnce } from '@/lib/seen-once';

/** How long rows are shown on a visible page until they count as seen. */
const SEEN_AFTER_MS = 5000;

type UnseenOptions<Row> = {
  seen: SeenOnce<Row>;
  personId: string;
  /** All rows; undefined while they load. */
  rows: Row[] | undefined;
  /** Selects which of the rows that arrived together are shown; all by default. */
  choose?: (fresh: Row[]) => Row[];
};

export type Unseen<Row> = { unseen: Row[]; dismiss: (rows: Row[]) => void };

/** Calls back after the page was visible for `ms` without a break. Returns how to cancel. */
function afterVisible(ms: number, callback: () => void) {
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

/** The rows that are new to a person on this device. Each is shown until it is dismissed, gone, or was seen on an earlier page. */
export function useUnseen<Row>({
  seen,
  personId,
  rows,
  choose = (fresh) => fresh,
}: UnseenOptions<Row>): Unseen<Row> {
  const [shown, setShown] = useState<readonly string[]>([]);
  const [checkedIds, setCheckedIds] = useState<readonly string[]>();
  const ids = rows?.map(seen.idOf);
  const key = ids?.join();
  if (rows && ids && key !== checkedIds?.join()) {
    setCheckedIds(ids);
    const fresh = seen.unseen(personId, rows).filter((row) => !checkedIds?.includes(seen.idOf(row)));
    const added = choose(fresh).map(seen.idOf);
    if (added.length > 0) setShown([...new Set([...added, ...shown])]);
  }
  const remember = useEffectEvent(() => {
    if (rows) seen.remember(personId, rows);
  });
  useEffect(() => {
    if (key === undefined) return;
    return afterVisible(SEEN_AFTER_MS, () => {
      remember();
    });
  }, [key]);
  return {
    unseen: (rows ?? []).filter((row) => shown.includes(seen.idOf(row))),
    dismiss: (dismissed: Row[]) => {
      seen.remember(personId, dismissed);
      const gone = new Set(dismissed.map(seen.idOf));
      setShown(shown.filter((id) => !gone.has(id)));
    },
  };
}
