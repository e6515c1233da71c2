import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';

import { IconButton } from '@/components/icon-button';
import { tabStorage } from '@/lib/browser-storage';

import { displayUrl } from './addresses';
import { networkQuery } from './queries';

const KEY = 'taken_port_told';

/** Dismissible banner: the usual port is in use by another program. */
export function PortInUseBanner() {
  const network = useQuery(networkQuery).data;
  const [dismissed, setDismissed] = useState(() => tabStorage.get(KEY));
  if (!network?.takenPort) return null;
  const { takenPort, port, url } = network;
  const address = url === null ? null : displayUrl(url);
  const situation = `${takenPort} ${port}`;
  if (dismissed === situation) return null;
  const close = () => {
    tabStorage.set(KEY, situation);
    setDismissed(situation);
  };
  return (
    <div
      role="status"
      className="mx-auto mb-4 flex max-w-page items-start gap-3 rounded-control border border-line-strong bg-surface py-2 ps-4 pe-2 print:hidden"
    >
      <TriangleAlert aria-hidden className="mt-1.5 size-4.5 text-pending-ink" />
      <div className="min-w-0 grow py-1 wrap-anywhere">
        <p>
          {address === null ? (
            <Trans>
              Another program uses GoalBucks&apos; usual address, so it is different today. Saved bookmarks
              won&apos;t work until you close that program and start GoalBucks again.
            </Trans>
          ) : (
            <Trans>
              Another program uses GoalBucks&apos; usual address, so it is different today:{' '}
              <strong>{address}</strong>. Saved bookmarks won&apos;t work until you close that program and
              start GoalBucks again.
            </Trans>
          )}
        </p>
        <details className="text-ink-2">
          <summary className="w-max cursor-pointer rounded-control font-mid text-brand-ink">
            <Trans>Details</Trans>
          </summary>
          <p>
            <Trans>
              Port {takenPort} is used by another program; GoalBucks listens at port {port} in its place.
            </Trans>
          </p>
        </details>
      </div>
      <IconButton label={t`Close this message`} icon={<X aria-hidden />} onClick={close} />
    </div>
  );
}
