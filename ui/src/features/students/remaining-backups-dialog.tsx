import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';

import type { Erasure } from '@/api/types';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';
import { useDeleteBackups } from '@/shared/use-delete-backups';

import { RETRY_LATER, unrecoverable, reasonLabel, describeRewritten } from './erase-texts';

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
  const { mutate, isPending } = useDeleteBackups(
    t`Failed to delete backups. Please try again on the class computer itself.`,
  );
  const backups = unrecoverable(erasure.backupsLeft);
  const count = backups.length;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t`Student erased`}
      description={
        <>
          <p>{describeRewritten(erasure.backupsRewritten)}</p>
          <p className="mt-2">
            <Plural
              value={count}
              one="This backup can’t be opened by GoalBucks and may still hold the student:"
              other="These backups can’t be opened by GoalBucks and may still hold the student:"
            />
          </p>
          <BackupNameList backups={backups} />
          {erasure.finishesLater && <p className="mt-2">{i18n._(RETRY_LATER)}</p>}
          <p className="mt-2">
            <Plural
              value={count}
              one="Deleting takes everything in it away, other students too."
              other="Deleting takes everything in them away, other students too."
            />
          </p>
        </>
      }
      confirmLabel={plural(count, { one: 'Delete This Backup', other: 'Delete These Backups' })}
      cancelLabel={plural(count, { one: 'Keep It', other: 'Keep Them' })}
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
