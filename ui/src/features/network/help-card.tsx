import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';

import type { Network } from '@/api/types';
import { Card } from '@/components/card';
import { classNames } from '@/lib/class-names';

import { Checklist } from './checklist';

type HelpCardProps = {
  network: Network & { url: string };
  /** Nobody has come in time: the list opens by itself, and goes when somebody comes. */
  nobodyYet: boolean;
  notePath: string;
};

/** What to do when students don't get in. */
export function HelpCard({ network, nobodyYet, notePath }: HelpCardProps) {
  const id = useId();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const open = chosen ?? nobodyYet;
  return (
    <Card as="section" aria-labelledby={`${id}-title`} className="mt-4 px-5 py-2">
      <h2 id={`${id}-title`} className="text-body">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          className="flex min-h-10 w-full items-center gap-3 rounded-control text-start font-bold"
          onClick={() => {
            setChosen(!open);
          }}
        >
          <span role="status" className="grow">
            {nobodyYet ? 'Nobody has reached this computer yet' : "Students can't get in?"}
          </span>
          <ChevronDown aria-hidden className={classNames('size-4.5 text-ink-2', open && 'rotate-180')} />
        </button>
      </h2>
      <div id={id} hidden={!open} className="pb-3">
        {nobodyYet && (
          <p className="mb-2 text-ink-2">Try these in this order. The list goes when a device arrives.</p>
        )}
        <Checklist network={network} notePath={notePath} />
      </div>
    </Card>
  );
}
