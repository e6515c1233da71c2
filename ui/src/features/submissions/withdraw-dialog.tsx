import { useQueryClient } from '@tanstack/react-query';

import { isStatus } from '@/api/api-error';
import { failureToast } from '@/api/failure-toast';
import type { Submission } from '@/api/types';
import { ConfirmDialog } from '@/components/dialog/confirm-dialog';
import { toast } from '@/components/toast/toast-store';

import { useWithdrawSubmission } from './queries';

type WithdrawDialogProps = {
  /** The pending submission to take back; null closes the dialog. */
  submission: Submission | null;
  onClose: () => void;
};

/** Asks before a student takes its proof back. */
export function WithdrawDialog({ submission, onClose }: WithdrawDialogProps) {
  const queryClient = useQueryClient();
  const withdrawal = useWithdrawSubmission();
  const withdraw = () => {
    if (!submission) return;
    withdrawal.mutate(submission.id, {
      onSuccess: () => {
        toast({ title: 'Submission withdrawn' });
        onClose();
      },
      onError: (error) => {
        failureToast('Failed to withdraw submission. Please try again.', error);
        if (!isStatus(error, 409) && !isStatus(error, 404)) return;
        // The teacher was faster: the page is behind, and there is nothing left to take back.
        void queryClient.invalidateQueries();
        onClose();
      },
    });
  };
  return (
    <ConfirmDialog
      open={submission !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Withdraw your submission?"
      description="Your teacher won't see it any more. You can send a new one for this goal."
      cancelLabel="Keep it"
      confirmLabel="Withdraw"
      pendingLabel="Withdrawing"
      pending={withdrawal.isPending}
      onConfirm={withdraw}
    />
  );
}
