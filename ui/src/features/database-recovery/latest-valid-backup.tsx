import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ShieldCheck } from 'lucide-react';

import type { RestoreCandidate } from '@/api/types';
import { Button } from '@/components/button';
import { RelativeTime } from '@/components/relative-time';
import { Loading, Skeleton } from '@/components/skeleton';
import { formatDateTime, formatSize } from '@/lib/format';
import { backupKindLabel } from '@/shared/backup-kind';

import { backupContentsLabel } from './restore-candidate';

/** Skeleton while backups are verified. */
export function BackupSearchSkeleton() {
  return (
    <Loading label={t`Looking for the newest good backup...`}>
      <div className="flex flex-col gap-3 p-5">
        <p className="text-ink-2">
          <Trans>Looking for the newest good backup...</Trans>
        </p>
        <Skeleton className="h-7 w-72 max-w-full" />
        <Skeleton className="h-5 w-52 max-w-full" />
        <Skeleton className="h-13 w-52" />
      </div>
    </Loading>
  );
}

/** The newest valid backup, with its Restore button. */
export function LatestValidBackup({
  candidate,
  onRestore,
}: {
  candidate: RestoreCandidate;
  onRestore: () => void;
}) {
  const facts = [
    backupContentsLabel(candidate),
    backupKindLabel(candidate.kind),
    formatSize(candidate.bytes),
  ].filter((fact) => fact !== null);
  return (
    <div className="p-5">
      <p className="flex items-center gap-2 font-mid text-approved-ink">
        <ShieldCheck aria-hidden className="size-5" />
        <Trans>The newest good backup</Trans>
      </p>
      <h2 className="mt-2 text-title tracking-tight text-balance">{formatDateTime(candidate.madeAt)}</h2>
      <p className="mt-1 text-ink-2">
        <RelativeTime iso={candidate.madeAt} /> · {facts.join(' · ')}
      </p>
      <Button variant="primary" size="large" className="mt-4 max-sm:w-full" onClick={onRestore}>
        <Trans>Restore this backup</Trans>
      </Button>
      <p className="mt-3 text-small text-ink-2">
        <Trans>
          What was done after that time is missing then, the activity log of it too. Everybody signs in again,
          with the password of that time. A student who was erased since then may come back with it: erase
          them again.
        </Trans>
      </p>
    </div>
  );
}
