import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { connection } from '@/api/connection';
import { Refresher } from '@/api/live/live-refresher';
import { LiveStream } from '@/api/live/live-stream';
import { type Change, keysOfChange } from '@/api/live/live-topics';
import { useSession } from '@/auth/session-context';

/** Forty students whose server comes back don't ask for everything in the same moment. */
const SPREAD_MS = 800;

function useRefresher() {
  const queryClient = useQueryClient();
  const [refresher] = useState(() => new Refresher(queryClient));
  useEffect(() => {
    const unfollow = refresher.follow();
    const unsubscribe = connection.outage.subscribe(() => {
      if (!connection.isOnline()) return;
      refresher.giveUp();
      refresher.refreshAll(SPREAD_MS);
    });
    return () => {
      unfollow();
      unsubscribe();
    };
  }, [refresher]);
  return refresher;
}

/** Keeps what is shown as the server has it: what changes elsewhere, and all of it after the connection was lost. */
export function LiveUpdates() {
  const { user, refresh: refreshUser } = useSession();
  const refresher = useRefresher();
  const userId = user?.id;
  const isStudent = user?.role === 'student';
  useEffect(() => {
    if (userId === undefined) return;
    const onChange = (change: Change | null) => {
      if (!change) {
        refresher.refreshAll();
        return;
      }
      refresher.refresh(keysOfChange(change, userId));
      if (isStudent && change.topic === 'students') void refreshUser();
    };
    const stream = new LiveStream({
      onChange,
      onOpen: (lost) => {
        refresher.refreshAll(lost ? SPREAD_MS : 0);
      },
      checkSession: () => void refreshUser(),
    });
    return stream.follow();
  }, [userId, isStudent, refresher, refreshUser]);
  return null;
}
