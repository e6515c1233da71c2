import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import { closeWhenDone } from '@/api/mutation-policy';
import type { Classroom, Member } from '@/api/types';
import { useUser } from '@/auth/session-context';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';

import { useEndMembership, useLeaveClass } from './mutations';

type EndMembershipDialogProps = {
  classroomId: string;
  /** The co-teacher; null while closed. */
  member: Member | null;
  onClose: () => void;
};

/** Asks the owner before a membership ends. */
export function EndMembershipDialog({ classroomId, member, onClose }: EndMembershipDialogProps) {
  const { mutate, isPending } = useEndMembership(classroomId);
  const name = member?.name;
  return (
    <ConfirmDialog
      open={member !== null}
      onOpenChange={onClose}
      title={t`End Membership`}
      description={
        <>
          <p>
            <Trans>
              <strong className="text-ink wrap-anywhere">
                <bdi>{name}</bdi>
              </strong>{' '}
              can’t open this class any more, at once and on every device. What they did stays.
            </Trans>
          </p>
          <p className="mt-2">
            <Trans>Codes that you made and that nobody has used yet stop working, too.</Trans>
          </p>
        </>
      }
      confirmLabel={t`End Membership`}
      pendingLabel={t`Ending membership`}
      pending={isPending}
      onConfirm={() => {
        if (member) mutate(member, closeWhenDone(onClose));
      }}
    />
  );
}

type LeaveClassDialogProps = {
  classroom: Classroom;
  open: boolean;
  onClose: () => void;
  onLeft: () => void;
};

/** Asks a co-teacher before leaving a class. */
export function LeaveClassDialog({ classroom, open, onClose, onLeft }: LeaveClassDialogProps) {
  const { id } = useUser();
  const { mutate, isPending } = useLeaveClass(classroom);
  const { name, ownerName } = classroom;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      title={t`Leave Class`}
      description={
        <p>
          <Trans>
            <strong className="text-ink wrap-anywhere">
              <bdi>{name}</bdi>
            </strong>{' '}
            goes from your classes. Its students, goals and GoalBucks stay with <bdi>{ownerName}</bdi>, who
            can invite you again.
          </Trans>
        </p>
      }
      confirmLabel={t`Leave Class`}
      pendingLabel={t`Leaving class`}
      pending={isPending}
      onConfirm={() => {
        mutate(id, { onSuccess: onLeft });
      }}
    />
  );
}
