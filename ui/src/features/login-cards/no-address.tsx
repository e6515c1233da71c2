import { Trans } from '@lingui/react/macro';
import { RefreshCw, WifiOff } from 'lucide-react';

import { Button } from '@/components/button';
import { DialogActions } from '@/components/dialog/dialog';

/** In place of the choices while the computer is in no network: there is no address to print. */
export function NoAddress({ onRetry }: { onRetry: () => void }) {
  return (
    <>
      <p
        role="alert"
        className="mt-4 flex gap-3 rounded-control bg-denied-soft px-4 py-3 text-denied-ink [&>svg]:mt-0.5 [&>svg]:size-4.5 [&>svg]:shrink-0"
      >
        <WifiOff aria-hidden />
        <span>
          <Trans>
            <strong>This computer isn&apos;t in a network now,</strong> so there is no address to print. Join
            the classroom&apos;s Wi-Fi, then try again.
          </Trans>
        </span>
      </p>
      <DialogActions>
        <Button variant="primary" icon={<RefreshCw aria-hidden />} onClick={onRetry}>
          <Trans context="button">Try Again</Trans>
        </Button>
      </DialogActions>
    </>
  );
}
