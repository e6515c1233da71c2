import { t } from '@lingui/core/macro';

import type { Backup } from '@/api/types';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';
import { formatDateTime } from '@/lib/format';
import { useDeleteBackups } from '@/shared/use-delete-backups';

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
          This deletes the {backup.locked && 'locked '}backup of{' '}
          <strong className="text-ink">{formatDateTime(backup.madeAt, true)}</strong>. It can&apos;t be
          undone. Copies that you saved elsewhere stay.
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
