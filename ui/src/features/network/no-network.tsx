import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import type { Network } from '@/api/types';
import { Card } from '@/components/card';
import { EmptyState } from '@/components/empty-state';
import { BrokenLinkArt } from '@/components/illustrations/broken-link';

import { NetworkChoice } from './network-choice';

/** Shown without an address. There may still be adapters that students rarely use, such as a VPN. */
export function NoNetwork({ network }: { network: Network }) {
  const action = network.adapters.length > 0 && {
    action: <NetworkChoice network={network}>{t`Choose another network`}</NetworkChoice>,
  };
  return (
    <Card as="section">
      <EmptyState art={<BrokenLinkArt />} title={t`This computer isn't connected to a network`} {...action}>
        <Trans>
          Connect it to the Wi-Fi that your students use: the address appears here by itself. Without Wi-Fi, a
          travel router or this computer&apos;s own hotspot will do. GoalBucks needs no internet.
        </Trans>
      </EmptyState>
    </Card>
  );
}
