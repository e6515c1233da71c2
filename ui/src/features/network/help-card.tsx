import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useState } from 'react';

import type { Network } from '@/api/types';
import { Card } from '@/components/card';
import { announce } from '@/components/live-region/announce';
import { classNames } from '@/lib/class-names';
import { HelpLink } from '@/shared/help-link';

import { Checklist } from './checklist';

type HelpCardProps = {
  network: Network & { url: string };
  /** No device has connected in time: opens the list automatically. */
  noConnectionsYet: boolean;
  notePath: string;
};

/** Collapsible troubleshooting list. */
export function HelpCard({ network, noConnectionsYet, notePath }: HelpCardProps) {
  const id = useId();
  const [toggled, setToggled] = useState<boolean | null>(null);
  const open = toggled ?? noConnectionsYet;
  useEffect(() => {
    if (noConnectionsYet) announce(t`Nobody has reached this computer yet`);
  }, [noConnectionsYet]);
  return (
    <Card as="section" aria-labelledby={`${id}-title`} className="mt-4 px-5 py-2">
      <h2 id={`${id}-title`} className="text-body">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          className="flex min-h-10 w-full items-center gap-3 rounded-control text-start font-bold"
          onClick={() => {
            setToggled(!open);
          }}
        >
          <span className="grow">
            {noConnectionsYet ? t`Nobody has reached this computer yet` : t`Students can't get in?`}
          </span>
          <ChevronDown aria-hidden className={classNames('size-4.5 text-ink-2', open && 'rotate-180')} />
        </button>
      </h2>
      <div id={id} hidden={!open} className="pb-3">
        {noConnectionsYet && (
          <p className="mb-2 text-ink-2">
            <Trans>Try these in this order. The list goes when a device arrives.</Trans>
          </p>
        )}
        <Checklist network={network} notePath={notePath} />
        <HelpLink answer="thirty-children-cant-connect" className="mt-4" />
      </div>
    </Card>
  );
}
