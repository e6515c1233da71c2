import { useEffect, useEffectEvent, useState } from 'react';

import { connection } from '@/api/connection';
import { sessionUse } from '@/api/session-use';
import { useSession } from '@/auth/session-context';
import type { SessionLifetime } from '@/auth/session-store';
import { Button } from '@/components/button';
import { formatTime } from '@/lib/format';

const NOTICE_BEFORE_MS = 5 * 60 * 1000;
const CHECK_EVERY_MS = 10_000;

const look = () => ({ now: Date.now(), lastUse: sessionUse.last() });

/** When the session ends, as far as this browser knows, and whether a call would put it off. */
function sessionEnd({ endsAt, idleTimeoutMs }: SessionLifetime, lastUse: number) {
  const idleEnd = idleTimeoutMs === null ? Infinity : lastUse + idleTimeoutMs;
  return { at: Math.min(endsAt, idleEnd), canStay: idleEnd < endsAt };
}

function useSessionEnd() {
  const { lifetime, refresh, endIdle } = useSession();
  const [{ now, lastUse }, setLooked] = useState(look);
  const check = useEffectEvent(() => {
    const looked = look();
    setLooked(looked);
    if (lifetime === null || !connection.isOnline()) return;
    const { at, canStay } = sessionEnd(lifetime, looked.lastUse);
    if (looked.now < at) return;
    if (canStay) endIdle();
    // By its age, which no call puts off: the server's 401 leads to the login screen.
    else void refresh();
  });
  useEffect(() => {
    const timer = setInterval(() => {
      check();
    }, CHECK_EVERY_MS);
    return () => {
      clearInterval(timer);
    };
  }, []);
  const stay = async () => {
    await refresh();
    setLooked(look());
  };
  const end = lifetime && sessionEnd(lifetime, lastUse);
  return { end, isNear: end !== null && end.at - now <= NOTICE_BEFORE_MS, stay };
}

/** Says shortly before a session ends that it does; one that ends because nothing was done can be kept. */
export function SessionNotice() {
  const { end, isNear, stay } = useSessionEnd();
  return (
    <div role="status" className="print:hidden">
      {end && isNear && (
        <div className="my-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control bg-gold-soft px-4 py-3 text-gold-ink">
          <p className="min-w-48 grow basis-0">
            {end.canStay
              ? `Nothing was done here for a while. You will be signed out at ${formatTime(new Date(end.at).toISOString())}.`
              : `You will be signed out at ${formatTime(new Date(end.at).toISOString())}. Please finish what you are typing.`}
          </p>
          {end.canStay && <Button onClick={() => void stay()}>Stay signed in</Button>}
        </div>
      )}
    </div>
  );
}
