import { useEffect, useState } from 'react';

import type { Network } from '@/api/types';

/** Time to wait before showing help. */
const WAIT_MS = 60_000;

/** Whether no device has connected within the waiting time. */
export function useNoConnectionsYet({ address, devices, connectedStudents }: Network): boolean {
  const hasConnections = devices > 0 || connectedStudents > 0;
  const [waitedFor, setWaitedFor] = useState<string | null>(null);
  useEffect(() => {
    if (address === null || hasConnections) return;
    const timer = setTimeout(() => {
      setWaitedFor(address);
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [address, hasConnections]);
  return address !== null && !hasConnections && waitedFor === address;
}
