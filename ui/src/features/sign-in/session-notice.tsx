import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useState } from 'react';

import { connection } from '@/api/connection';
import { sessionActivity } from '@/api/session-activity';
import { useSession } from '@/auth/session-context';
import type { SessionLifetime } from '@/auth/session-store';
import { Button } from '@/components/button';
import { useStore } from '@/hooks/use-store';
import { formatTime } from '@/lib/format';
import { activeLanguage } from '@/lib/language';
import { serverClock } from '@/lib/server-clock';

const NOTICE_BEFORE_MS = 5 * 60 * 1000;
const CHECK_INTERVAL_MS = 10_000;

const readSessionUse = () => ({ now: Date.now(), lastUse: sessionActivity.lastUsedAt() });

/** Expected end of the session, and whether a request would extend it. */
type SessionEnd = { at: number; canStay: boolean };

function sessionEnd({ endsAt, idleTimeoutMs }: SessionLifetime, lastUse: number): SessionEnd {
  const idleEnd = idleTimeoutMs === null ? Infinity : lastUse + idleTimeoutMs;
  return { at: Math.min(endsAt, idleEnd), canStay: idleEnd < endsAt };
}

function useSessionEnd() {
  const { lifetime, refresh, endIdleSession } = useSession();
  const [{ now, lastUse }, setUse] = useState(readSessionUse);
  const check = useEffectEvent(() => {
    const use = readSessionUse();
    setUse(use);
    if (lifetime === null || !connection.isOnline()) return;
    const { at, canStay } = sessionEnd(lifetime, use.lastUse);
    if (use.now < at) return;
    if (canStay) endIdleSession();
    // Maximum age reached: the server's 401 leads to the login screen.
    else void refresh();
  });
  useEffect(() => {
    const timer = setInterval(() => {
      check();
    }, CHECK_INTERVAL_MS);
    return () => {
      clearInterval(timer);
    };
  }, []);
  const stay = async () => {
    await refresh();
    setUse(readSessionUse());
  };
  const end = lifetime && sessionEnd(lifetime, lastUse);
  return { end, isNear: end !== null && end.at - now <= NOTICE_BEFORE_MS, stay };
}

function describeSessionEnd({ at, canStay }: SessionEnd): string {
  // `at` is by the device's clock, which may be wrong.
  const time = formatTime(new Date(at + serverClock.now() - Date.now()).toISOString());
  return canStay
    ? t`Nothing was done here for a while. You will be signed out at ${time}.`
    : t`You will be signed out at ${time}. Please finish what you are typing.`;
}

/** Warns before a session ends; an idle session can be extended. */
export function SessionNotice() {
  const { end, isNear, stay } = useSessionEnd();
  // Otherwise the sentence would stay when the language changes.
  useStore(activeLanguage);
  return (
    <div role="status" className="print:hidden">
      {end && isNear && (
        <div className="my-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control bg-gold-soft px-4 py-3 text-gold-ink">
          <p className="min-w-48 grow basis-0">{describeSessionEnd(end)}</p>
          {end.canStay && (
            <Button onClick={() => void stay()}>
              <Trans>Stay signed in</Trans>
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
