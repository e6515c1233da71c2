import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

import type { Network } from '@/api/types';

import { labelInUse } from './adapter-texts';
import { formatPorts } from './addresses';

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 border-t border-line py-1.5 sm:grid-cols-[11rem_minmax(0,1fr)] print:grid-cols-[11rem_minmax(0,1fr)]">
      <dt className="font-mid">{term}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

function describeAddress(network: Network): string {
  const { address } = network;
  if (address === null) return t`none at the moment: this computer is not connected to a network`;
  const label = labelInUse(network);
  return label === undefined
    ? t`${address}, given by your DHCP`
    : t`${address} (${label}), given by your DHCP`;
}

function Facts({ network }: { network: Network }) {
  const { hostName } = network;
  const portList = formatPorts(network);
  return (
    <dl className="mt-2">
      <Fact term={t`Address today`}>{describeAddress(network)}</Fact>
      <Fact term={t`Web pages`}>
        <Trans>TCP {portList}, plain HTTP, from the students&apos; devices to this computer</Trans>
      </Fact>
      <Fact term={t`Name (optional)`}>
        {hostName === null ? (
          <Trans>none at the moment, by multicast DNS: UDP 5353, 224.0.0.251, within the subnet</Trans>
        ) : (
          <Trans>{hostName}, by multicast DNS: UDP 5353, 224.0.0.251, within the subnet</Trans>
        )}
      </Fact>
      <Fact term={t`Internet`}>
        <Trans>not needed, neither by this computer nor by the devices</Trans>
      </Fact>
    </dl>
  );
}

function AccessRequest({ address, portList }: { address: string | null; portList: string }) {
  return address === null ? (
    <Trans>
      <strong>Let the students&apos; devices reach this computer.</strong> Client isolation (AP isolation,
      peer-to-peer blocking) has to be off between their network and this computer&apos;s address, or allow
      TCP {portList} to it. If they are in different VLANs, a route and the same rule.
    </Trans>
  ) : (
    <Trans>
      <strong>Let the students&apos; devices reach this computer.</strong> Client isolation (AP isolation,
      peer-to-peer blocking) has to be off between their network and {address}, or allow TCP {portList} to it.
      If they are in different VLANs, a route and the same rule.
    </Trans>
  );
}

function FilterRequest({ address, hostName }: Pick<Network, 'address' | 'hostName'>) {
  const known = [address, hostName].filter((name) => name !== null);
  const names = new Intl.ListFormat(i18n.locale).format(known);
  return known.length === 0 ? (
    <Trans>
      <strong>Leave the address alone on managed devices.</strong> No proxy and no web filter for this
      computer&apos;s address. Where Chrome is made to use HTTPS, add this computer&apos;s address to the
      policy HttpAllowlist.
    </Trans>
  ) : (
    <Trans>
      <strong>Leave the address alone on managed devices.</strong> No proxy and no web filter for {names}.
      Where Chrome is made to use HTTPS, add {names} to the policy HttpAllowlist.
    </Trans>
  );
}

function Requests({ network }: { network: Network }) {
  const { address, hostName } = network;
  const portList = formatPorts(network);
  return (
    <ol className="mt-2 flex list-decimal flex-col gap-2 ps-5 wrap-anywhere">
      <li>
        <AccessRequest address={address} portList={portList} />
      </li>
      <li>
        <Trans>
          <strong>Let the computer answer.</strong> Its firewall has to accept inbound TCP {portList}, and UDP
          5353, for the program GoalBucks, on private and public networks, from the local subnet.
        </Trans>
      </li>
      <li>
        <FilterRequest address={address} hostName={hostName} />
      </li>
      <li>
        <Trans>
          <strong>If you can:</strong> a DHCP reservation, so that the address stays, and multicast DNS within
          the subnet, so that the name works.
        </Trans>
      </li>
    </ol>
  );
}

type ItNoteProps = { network: Network; teacher: string; date: string };

/** Printable note for the IT department with the current network settings. */
export function ItNote({ network, teacher, date }: ItNoteProps) {
  const { url } = network;
  return (
    <>
      <p className="text-ink-2">
        <Trans>
          From <bdi>{teacher}</bdi>, {date}
        </Trans>
      </p>
      <h2 className="mt-4">
        <Trans>What GoalBucks is</Trans>
      </h2>
      <p className="mt-1">
        <Trans>
          A classroom program for tracking goals. It runs on the teacher&apos;s computer; students open its
          pages in the browser of their school devices, on the same network, during class. Nothing is
          installed on the devices. All data stays on the teacher&apos;s computer: there is no cloud account,
          nothing is sent anywhere, and nothing has to be reachable from outside the school.
        </Trans>
      </p>
      <h2 className="mt-4">
        <Trans>What it uses</Trans>
      </h2>
      <Facts network={network} />
      <h2 className="mt-4">
        <Trans>What we ask for</Trans>
      </h2>
      <Requests network={network} />
      <h2 className="mt-4">
        <Trans>How to try it</Trans>
      </h2>
      <p className="mt-1">
        {url === null ? (
          <Trans>
            Open the address on a student&apos;s device: the page of GoalBucks appears. Thank you for your
            help!
          </Trans>
        ) : (
          <Trans>
            Open {url} on a student&apos;s device: the page of GoalBucks appears. Thank you for your help!
          </Trans>
        )}
      </p>
    </>
  );
}
