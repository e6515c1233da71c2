import type { Erasure } from '@/api/types';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';
import { useDeleteBackups } from '@/shared/use-delete-backups';

import { GOES_ON, hopeless, reasonInWords, whatWasRewritten } from './erase-texts';

const FAILED = 'Failed to delete backups. Please try again on the class computer itself.';

function LeftList({ left }: { left: Erasure['backupsLeft'] }) {
  return (
    <ul className="mt-2 max-h-50 overflow-y-auto rounded-control bg-sunken px-3 py-2 text-small text-ink">
      {left.map(({ name, why }) => (
        <li key={name} className="py-1 wrap-anywhere">
          <bdi>{name}</bdi> <span className="text-ink-2">({reasonInWords(why)})</span>
        </li>
      ))}
    </ul>
  );
}

type LeftBackupsDialogProps = { erasure: Erasure; onClose: () => void };

/** After a student was erased: what may hold it still, because nobody can open it, and whether that is deleted too. */
export function LeftBackupsDialog({ erasure, onClose }: LeftBackupsDialogProps) {
  const { mutate, isPending } = useDeleteBackups(FAILED);
  const left = hopeless(erasure.backupsLeft);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Student erased"
      description={
        <>
          <p>{whatWasRewritten(erasure.backupsRewritten)}</p>
          <p className="mt-2">
            {left.length === 1
              ? 'This backup can’t be opened by GoalBucks and may still hold the student:'
              : 'These backups can’t be opened by GoalBucks and may still hold the student:'}
          </p>
          <LeftList left={left} />
          {erasure.finishesLater && <p className="mt-2">{GOES_ON}</p>}
          <p className="mt-2">
            Deleting takes everything in {left.length === 1 ? 'it' : 'them'} away, other students too.
          </p>
        </>
      }
      confirmLabel={left.length === 1 ? 'Delete This Backup' : 'Delete These Backups'}
      cancelLabel={left.length === 1 ? 'Keep It' : 'Keep Them'}
      pendingLabel="Deleting"
      pending={isPending}
      onConfirm={() => {
        mutate(
          left.map(({ name }) => name),
          { onSuccess: onClose },
        );
      }}
    />
  );
}
