import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Printer, Router, ShieldCheck, Split, UsersRound, Wifi } from 'lucide-react';
import type { ReactNode } from 'react';

import type { Network } from '@/api/types';
import { ButtonLink } from '@/components/button';

import { labelInUse } from './adapter-texts';
import { displayUrl, formatPorts, ports } from './addresses';

type CheckProps = { icon: ReactNode; title: string; children: ReactNode };

function Check({ icon, title, children }: CheckProps) {
  return (
    <li className="flex gap-4 large-text:block border-t border-line py-4 first:border-t-0 last:pb-0">
      <span className="grid size-9 shrink-0 place-items-center rounded-control bg-brand-soft text-brand-ink [&>svg]:size-5">
        {icon}
      </span>
      <div className="min-w-0">
        <h3>{title}</h3>
        <div className="max-w-[72ch] text-ink-2">{children}</div>
      </div>
    </li>
  );
}

function Firewall({ network }: { network: Network }) {
  const portList = formatPorts(network);
  const ufwRule = `${ports(network).join(',')}/tcp`;
  return (
    <Check icon={<ShieldCheck aria-hidden />} title={t`Does this computer's firewall let them in?`}>
      <ul className="list-disc ps-4.5">
        <li>
          <Trans>
            Windows: search for &quot;Allow an app through Windows Firewall&quot; and tick GoalBucks for
            private <strong>and</strong> public networks.
          </Trans>
        </li>
        <li>
          <Trans>
            macOS: System Settings, Network, Firewall, Options: allow incoming connections to GoalBucks.
          </Trans>
        </li>
        <li>
          <Trans>
            Linux: open TCP port {portList}, such as with &quot;sudo ufw allow {ufwRule}&quot;.
          </Trans>
        </li>
      </ul>
    </Check>
  );
}

function Isolation({ notePath }: { notePath: string }) {
  return (
    <Check icon={<Split aria-hidden />} title={t`Does the school's network keep devices apart?`}>
      <Trans>
        Many do (it is called client isolation), and only the IT department can change that. The note says
        what to ask for, with today&apos;s address.
      </Trans>
      <div className="mt-2">
        <ButtonLink to={notePath} state={{ print: true }} icon={<Printer aria-hidden />}>
          <Trans>Print the note for IT</Trans>
        </ButtonLink>
      </div>
    </Check>
  );
}

/** Troubleshooting steps, most likely first. */
export function Checklist({ network, notePath }: { network: Network & { url: string }; notePath: string }) {
  const label = labelInUse(network);
  const address = displayUrl(network.url);
  return (
    <ol>
      <Check icon={<Wifi aria-hidden />} title={t`Is the device on the same Wi-Fi as this computer?`}>
        <Trans>Look at both: the same network name, and no mobile data. Then type {address} once more.</Trans>
        {label !== undefined && (
          <>
            {' '}
            <Trans>This computer uses {label} now.</Trans>
          </>
        )}
      </Check>
      <Firewall network={network} />
      <Isolation notePath={notePath} />
      <Check icon={<UsersRound aria-hidden />} title={t`Is it a guest network?`}>
        <Trans>
          Guest networks keep devices apart nearly always. Move this computer and the devices to the
          school&apos;s own network.
        </Trans>
      </Check>
      <Check icon={<Router aria-hidden />} title={t`No way in? Bring a network of your own.`}>
        <Trans>
          A small travel router does it, or this computer&apos;s own hotspot (on Windows: Settings, Network
          &amp; internet, Mobile hotspot). GoalBucks needs no internet.
        </Trans>
      </Check>
    </ol>
  );
}
