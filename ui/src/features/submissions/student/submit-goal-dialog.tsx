import { t } from '@lingui/core/macro';

import type { Goal } from '@/api/types';
import { Dialog } from '@/components/dialog/dialog';
import { GoalAmount } from '@/shared/goal-amount';
import { GoalDetails } from '@/shared/goal-details';

import { createProofDraft } from './proof-draft';
import { SubmitGoalForm } from './submit-goal-form';

type SubmitGoalDialogProps = {
  goal: Goal;
  onClose: () => void;
};

/** Dialog to send proof for a goal. */
export function SubmitGoalDialog({ goal, onClose }: SubmitGoalDialogProps) {
  // Sent or discarded. When the session ends, the draft is kept.
  const close = () => {
    createProofDraft(goal.studentId).clear();
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title={t`Submit Goal`}
      closeConfirmation={{
        title: t`Close without sending?`,
        description: t`What you added will be lost.`,
        confirmLabel: t`Close without sending`,
      }}
      description={
        <span className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 wrap-anywhere">
          <bdi>{goal.name}</bdi>
          <GoalAmount goal={goal} />
        </span>
      }
    >
      <GoalDetails details={goal.details} />
      <SubmitGoalForm key={goal.id} goal={goal} onSent={close} />
    </Dialog>
  );
}
