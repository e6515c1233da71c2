import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CircleAlert, Lock } from 'lucide-react';

import type { RestoreCandidate } from '@/api/types';
import { Badge } from '@/components/badge';
import { Button } from '@/components/button';
import { formatDateTime, formatSize } from '@/lib/format';
import { backupKindLabel } from '@/shared/backup-kind';

import { backupContentsLabel, isRestorable } from './restore-candidate';

const CONDITION_LABELS: Partial<Record<RestoreCandidate['condition'], MessageDescriptor>> = {
  damaged: msg({ message: 'Damaged', comment: 'Condition of a backup' }),
  newer: msg({ message: 'Of a newer GoalBucks', comment: 'Condition of a backup' }),
};

function Row({ candidate, onRestore }: { candidate: RestoreCandidate; onRestore: () => void }) {
  const time = formatDateTime(candidate.madeAt);
  const facts = [
    backupKindLabel(candidate.kind),
    backupContentsLabel(candidate),
    formatSize(candidate.bytes),
  ].filter((fact) => fact !== null);
  const conditionLabel = CONDITION_LABELS[candidate.condition];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-5 py-3">
      <div className="min-w-0 grow basis-64">
        <p className="font-mid wrap-anywhere">{time}</p>
        <p className="text-small text-ink-2">{facts.join(' · ')}</p>
      </div>
      {candidate.condition === 'locked' && (
        <Badge tone="plain" icon={<Lock aria-hidden />}>
          <Trans comment="A backup with a passphrase">Locked</Trans>
        </Badge>
      )}
      {conditionLabel !== undefined && (
        <Badge tone="denied" icon={<CircleAlert aria-hidden />}>
          {i18n._(conditionLabel)}
        </Badge>
      )}
      {isRestorable(candidate) && (
        <Button aria-label={t`Restore the backup of ${time}`} onClick={onRestore}>
          <Trans>Restore</Trans>
        </Button>
      )}
    </li>
  );
}

type OtherBackupsProps = { candidates: RestoreCandidate[]; onRestore: (candidate: RestoreCandidate) => void };

/** The other backups, newest first. */
export function OtherBackups({ candidates, onRestore }: OtherBackupsProps) {
  return (
    <ul>
      {candidates.map((candidate) => (
        <Row
          key={candidate.name}
          candidate={candidate}
          onRestore={() => {
            onRestore(candidate);
          }}
        />
      ))}
    </ul>
  );
}
