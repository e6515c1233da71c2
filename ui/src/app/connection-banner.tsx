import { select, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { LoaderCircle } from 'lucide-react';
import { useEffect } from 'react';

import type { Outage } from '@/api/api-error';
import { connection } from '@/api/connection';
import { serverKind } from '@/api/server-kind';
import { announce } from '@/components/live-region/announce';
import { useStore } from '@/hooks/use-store';
import { isOwnComputer } from '@/shared/own-computer';

function outageMessage(outage: Outage): string {
  if (outage === 'server')
    return select(
      { server: serverKind() },
      {
        school: "Can't reach the school’s server. Trying again...",
        other: "Can't reach the class computer. Trying again...",
      },
    );
  return select(
    { server: serverKind() },
    {
      school: "The school’s server can't reach its database. Trying again...",
      other: "The class computer can't reach its database. Trying again...",
    },
  );
}

/** The program is on this computer: it can be started again. */
function StoppedHere() {
  return (
    <span>
      <Trans>GoalBucks has stopped on this computer: open the program again.</Trans>
    </span>
  );
}

const check = () => void connection.check();

/** Announces the end of an outage, at which the banner only vanishes. */
function useAnnounceReconnection() {
  useEffect(() => {
    let wasOnline = connection.isOnline();
    return connection.outage.subscribe(() => {
      const isOnline = connection.isOnline();
      if (isOnline && !wasOnline) announce(t`The connection is back.`);
      wasOnline = isOnline;
    });
  }, []);
}

/**
 * A banner above everything, dialogs included, while the server or its database is out of reach. It moves the page down:
 * sticky elements read its height from `--banner` (theme.css). With an explicit `aria-live` it is announced while a dialog
 * is open.
 */
export function ConnectionBanner() {
  const outage = useStore(connection.outage);
  useAnnounceReconnection();
  useEffect(() => {
    // These events are about the browser's network, not about the server: they only trigger a check.
    addEventListener('online', check);
    addEventListener('offline', check);
    return () => {
      removeEventListener('online', check);
      removeEventListener('offline', check);
    };
  }, []);
  return (
    <div role="status" aria-live="polite" className="sticky top-0 z-40 print:hidden">
      {outage !== null && (
        <div
          data-banner
          className="flex min-h-(--connection-banner) items-center gap-3 bg-ink px-4 font-mid text-paper max-sm:text-small"
        >
          <LoaderCircle aria-hidden className="size-4.5 shrink-0 animate-spin" />
          <p className="flex flex-wrap gap-x-2">
            <span>{outageMessage(outage)}</span>
            {outage === 'server' && isOwnComputer() && <StoppedHere />}
          </p>
        </div>
      )}
    </div>
  );
}
