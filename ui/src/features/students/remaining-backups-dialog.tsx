import { t } from '@lingui/core/macro';

import type { Erasure } from '@/api/types';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';
import { useDeleteBackups } from '@/shared/use-delete-backups';

import { RETRY_LATER, unrecoverable, reasonLabel, describeRewritten } from './erase-texts';

const FAILED = 'Failed to delete backups. Please try again on the class computer itself.';

function BackupNameList({ backups }: { backups: Erasure['backupsLeft'] }) {
  return (
    <ul className="mt-2 max-h-50 overflow-y-auto rounded-control bg-sunken px-3 py-2 text-small text-ink">
      {backups.map(({ name, why }) => (
        <li key={name} className="py-1 wrap-anywhere">
          <bdi>{name}</bdi> <span className="text-ink-2">({reasonLabel(why)})</span>
        </li>
      ))}
    </ul>
  );
}

type RemainingBackupsDialogProps = { erasure: Erasure; onClose: () => void };

/** Lists the backups that couldn't be rewritten after an erasure, and offers to delete them. */
export function RemainingBackupsDialog({ erasure, onClose }: RemainingBackupsDialogProps) {
  const { mutate, isPending } = useDeleteBackups(FAILED);
  const backups = unrecoverable(erasure.backupsLeft);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t`Student erased`}
      description={
        <>
          <p>{describeRewritten(erasure.backupsRewritten)}</p>
          <p className="mt-2">
            {backups.length === 1
              ? t`This backup can’t be opened by GoalBucks and may still hold the student:`
              : t`These backups can’t be opened by GoalBucks and may still hold the student:`}
          </p>
          <BackupNameList backups={backups} />
          {erasure.finishesLater && <p className="mt-2">{RETRY_LATER}</p>}
          <p className="mt-2">
            Deleting takes everything in {backups.length === 1 ? 'it' : 'them'} away, other students too.
          </p>
        </>
      }
      confirmLabel={backups.length === 1 ? t`Delete This Backup` : t`Delete These Backups`}
      cancelLabel={backups.length === 1 ? t`Keep It` : t`Keep Them`}
      pendingLabel={t`Deleting`}
      pending={isPending}
      onConfirm={() => {
        mutate(
          backups.map(({ name }) => name),
          { onSuccess: onClose },
        );
      }}
    />
  );
}
