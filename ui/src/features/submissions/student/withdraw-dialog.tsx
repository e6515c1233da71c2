import { t } from '@lingui/core/macro';

import { closeWhenDone } from '@/api/mutation-policy';
import type { Submission } from '@/api/types';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';

import { useWithdrawSubmission } from './mutations';

type WithdrawDialogProps = {
  /** Submission to withdraw; null closes the dialog. */
  submission: Submission | null;
  onClose: () => void;
};

/** Confirms withdrawing a submission. */
export function WithdrawDialog({ submission, onClose }: WithdrawDialogProps) {
  const withdrawal = useWithdrawSubmission();
  return (
    <ConfirmDialog
      open={submission !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t`Take back what you sent?`}
      description={t`Your teacher won't see it any more. You can send a new one for this goal.`}
      cancelLabel={t`Keep it`}
      confirmLabel={t`Take it back`}
      pendingLabel={t`Taking it back`}
      pending={withdrawal.isPending}
      onConfirm={() => {
        if (submission) withdrawal.mutate(submission.id, closeWhenDone(onClose));
      }}
    />
  );
}
