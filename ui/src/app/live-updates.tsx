import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { queryKeysFor } from '@/api/changes';
import { connection } from '@/api/connection';
import { LiveStream } from '@/api/live/live-stream';
import type { LiveChange } from '@/api/live/live-topics';
import { refetchSchedulerOf } from '@/api/refetch-scheduler';
import { useSession } from '@/auth/session-context';

/** Jitter, so that a class doesn't refetch all at once after an outage. */
const SPREAD_MS = 800;

/** Refetches queries on live events, and all of them after an outage and while no event stream works. */
export function LiveUpdates() {
  const { user, refresh: refreshUser } = useSession();
  const scheduler = refetchSchedulerOf(useQueryClient());
  const userId = user?.id;
  const isStudent = user?.role === 'student';
  useEffect(
    () =>
      connection.outage.subscribe(() => {
        if (!connection.isOnline()) return;
        scheduler.cancelInFlight();
        scheduler.scheduleAll(SPREAD_MS);
      }),
    [scheduler],
  );
  useEffect(() => {
    if (userId === undefined) return;
    const onChange = (change: LiveChange | null) => {
      if (!change) {
        scheduler.scheduleAll();
        return;
      }
      scheduler.schedule(queryKeysFor(change));
      if (isStudent && change.topic === 'students') void refreshUser();
    };
    const stream = new LiveStream({
      onChange,
      onOpen: (lost, heldSince) => {
        scheduler.scheduleAll(lost ? SPREAD_MS : 0, heldSince ?? undefined);
      },
      onPoll: scheduler.scheduleAll,
      checkSession: () => void refreshUser(),
    });
    return stream.start();
  }, [userId, isStudent, scheduler, refreshUser]);
  return null;
}
