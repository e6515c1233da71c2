import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import type { Backup } from '@/api/types';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';
import { formatDateTime } from '@/lib/format';
import { useDeleteBackups } from '@/shared/use-delete-backups';

function Warning({ locked, madeAt }: Backup) {
  const time = formatDateTime(madeAt, true);
  return locked ? (
    <Trans>
      This deletes the locked backup of <strong className="text-ink">{time}</strong>. It can&apos;t be undone.
      Copies that you saved elsewhere stay.
    </Trans>
  ) : (
    <Trans>
      This deletes the backup of <strong className="text-ink">{time}</strong>. It can&apos;t be undone. Copies
      that you saved elsewhere stay.
    </Trans>
  );
}

type DeleteBackupDialogProps = { backup: Backup; onClose: () => void };

/** Confirms deleting a backup. */
export function DeleteBackupDialog({ backup, onClose }: DeleteBackupDialogProps) {
  const { mutate, isPending } = useDeleteBackups(t`Failed to delete backup. Please try again.`);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t`Delete Backup`}
      description={
        <p>
          <Warning {...backup} />
        </p>
      }
      confirmLabel={t`Delete Backup`}
      pendingLabel={t`Deleting backup`}
      pending={isPending}
      onConfirm={() => {
        mutate([backup.name], { onSuccess: onClose });
      }}
    />
  );
}
