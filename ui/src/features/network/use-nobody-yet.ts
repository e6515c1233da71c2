import { useEffect, useState } from 'react';

import type { Network } from '@/api/types';

/** How long a class takes to type an address. */
const PATIENCE_MS = 60_000;

/** Whether nobody has come, and long enough has been waited for somebody. */
export function useNobodyYet({ address, devices, connectedStudents }: Network): boolean {
  const somebody = devices > 0 || connectedStudents > 0;
  const [inVain, setInVain] = useState<string | null>(null);
  useEffect(() => {
    if (address === null || somebody) return;
    const timer = setTimeout(() => {
      setInVain(address);
    }, PATIENCE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [address, somebody]);
  return address !== null && !somebody && inVain === address;
}
