import { useEffect, useState } from 'react';

import type { SeenOnce } from './seen-once';

type Unseen<Row> = {
  seen: SeenOnce<Row>;
  personId: string;
  /** What there is; undefined while it loads. */
  rows: Row[] | undefined;
  /** Which of the new rows are shown; all without it. */
  choose?: (fresh: Row[]) => Row[];
};

/** The rows that are new to a person on this device, until they are dismissed or gone. */
export function useUnseen<Row>({ seen, personId, rows, choose = (fresh) => fresh }: Unseen<Row>) {
  const [shown, setShown] = useState<readonly string[]>([]);
  const [looked, setLooked] = useState<string>();
  const ids = rows?.map(seen.idOf).join();
  if (rows && ids !== looked) {
    setLooked(ids);
    const fresh = choose(seen.unseen(personId, rows)).map(seen.idOf);
    if (fresh.some((id) => !shown.includes(id))) setShown([...new Set([...fresh, ...shown])]);
  }
  useEffect(() => {
    if (rows) seen.remember(personId, rows);
  }, [seen, personId, rows]);
  return {
    unseen: (rows ?? []).filter((row) => shown.includes(seen.idOf(row))),
    dismiss: (dismissed: Row[]) => {
      const gone = new Set(dismissed.map(seen.idOf));
      setShown(shown.filter((id) => !gone.has(id)));
    },
  };
}
