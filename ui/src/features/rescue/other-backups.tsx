import { CircleAlert, Lock } from 'lucide-react';

import type { RescueOffer } from '@/api/types';
import { Badge } from '@/components/badge';
import { Button } from '@/components/button';
import { formatDateTime, formatSize } from '@/lib/format';
import { kindInWords } from '@/shared/backup-kind';

import { contentOf, isUsable } from './offer';

const WRONG: Partial<Record<RescueOffer['condition'], string>> = {
  damaged: 'Damaged',
  newer: 'Of a newer GoalBucks',
};

function Row({ offer, onRestore }: { offer: RescueOffer; onRestore: () => void }) {
  const time = formatDateTime(offer.madeAt);
  const facts = [kindInWords(offer.kind), contentOf(offer), formatSize(offer.bytes)].filter(
    (fact) => fact !== null,
  );
  const wrong = WRONG[offer.condition];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-5 py-3">
      <div className="min-w-0 grow basis-64">
        <p className="font-mid wrap-anywhere">{time}</p>
        <p className="text-small text-ink-2">{facts.join(' · ')}</p>
      </div>
      {offer.condition === 'locked' && (
        <Badge tone="plain" icon={<Lock aria-hidden />}>
          Locked
        </Badge>
      )}
      {wrong !== undefined && (
        <Badge tone="denied" icon={<CircleAlert aria-hidden />}>
          {wrong}
        </Badge>
      )}
      {isUsable(offer) && (
        <Button aria-label={`Restore the backup of ${time}`} onClick={onRestore}>
          Restore
        </Button>
      )}
    </li>
  );
}

type OtherBackupsProps = { offers: RescueOffer[]; onRestore: (offer: RescueOffer) => void };

/** Those besides the newest good one, the newest first. */
export function OtherBackups({ offers, onRestore }: OtherBackupsProps) {
  return (
    <ul>
      {offers.map((offer) => (
        <Row
          key={offer.name}
          offer={offer}
          onRestore={() => {
            onRestore(offer);
          }}
        />
      ))}
    </ul>
  );
}
