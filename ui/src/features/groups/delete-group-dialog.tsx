import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import type { StudentGroup } from '@/api/types';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';

import { useDeleteGroup } from './mutations';

type DeleteGroupDialogProps = {
  classroomId: string;
  /** Group to delete; null while closed. */
  group: StudentGroup | null;
  onClose: () => void;
};

export function DeleteGroupDialog({ classroomId, group, onClose }: DeleteGroupDialogProps) {
  const { mutate, isPending } = useDeleteGroup(classroomId);
  const name = group?.name;
  return (
    <ConfirmDialog
      open={group !== null}
      onOpenChange={onClose}
      title={t`Delete Group`}
      description={
        <p>
          <Trans>
            This deletes the group{' '}
            <strong className="text-ink wrap-anywhere">
              <bdi>{name}</bdi>
            </strong>
            . Its students stay in the class, with everything that they have.
          </Trans>
        </p>
      }
      confirmLabel={t`Delete Group`}
      pendingLabel={t`Deleting group`}
      pending={isPending}
      onConfirm={() => {
        if (group) mutate(group.id, { onSuccess: onClose });
      }}
    />
  );
}
