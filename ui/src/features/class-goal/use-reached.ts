import { useEffect, useRef, useState } from 'react';

import type { ClassGoal } from '@/api/types';
import { celebrate } from '@/shared/celebration/celebrate';

/** Celebrates once when a goal that was open on this page is reached. Returns whether it was. */
export function useReached({ id, status }: ClassGoal): boolean {
  const openId = useRef(status === 'open' ? id : null);
  const [reachedId, setReachedId] = useState<string | null>(null);
  useEffect(() => {
    if (status === 'open') openId.current = id;
    else if (status === 'reached' && openId.current === id) {
      openId.current = null;
      setReachedId(id);
      void celebrate();
    }
  }, [id, status]);
  return reachedId === id;
}
