import type { Backup } from '@/api/types';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';
import { formatDateTime } from '@/lib/format';
import { useDeleteBackups } from '@/shared/use-delete-backups';

type DeleteBackupDialogProps = { backup: Backup; onClose: () => void };

/** Confirms deleting a backup. */
export function DeleteBackupDialog({ backup, onClose }: DeleteBackupDialogProps) {
  const { mutate, isPending } = useDeleteBackups('Failed to delete backup. Please try again.');
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Delete Backup"
      description={
        <p>
          This deletes the {backup.locked && 'locked '}backup of{' '}
          <strong className="text-ink">{formatDateTime(backup.madeAt, true)}</strong>. It can&apos;t be
          undone. Copies that you saved elsewhere stay.
        </p>
      }
      confirmLabel="Delete Backup"
      pendingLabel="Deleting backup"
      pending={isPending}
      onConfirm={() => {
        mutate([backup.name], { onSuccess: onClose });
      }}
    />
  );
}
