import { t } from '@lingui/core/macro';

import { closeWhenDone } from '@/api/mutation-policy';
import type { Submission } from '@/api/types';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';

import { useWithdrawSubmission } from './student-mutations';

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
      title={t`Withdraw your submission?`}
      description={t`Your teacher won't see it any more. You can send a new one for this goal.`}
      cancelLabel={t`Keep it`}
      confirmLabel={t`Withdraw`}
      pendingLabel={t`Withdrawing`}
      pending={withdrawal.isPending}
      onConfirm={() => {
        if (submission) withdrawal.mutate(submission.id, closeWhenDone(onClose));
      }}
    />
  );
}
