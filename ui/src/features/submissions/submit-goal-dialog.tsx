import type { Goal } from '@/api/types';
import { Dialog } from '@/components/dialog/dialog';
import { Amount } from '@/shared/amount';

import { proofDraftOf } from './proof-draft';
import { SubmitGoalForm } from './submit-goal-form';

type SubmitGoalDialogProps = {
  /** The goal to prove; null closes the dialog. */
  goal: Goal | null;
  onClose: () => void;
};

const question = {
  title: 'Close without sending?',
  description: 'What you added will be lost.',
  confirmLabel: 'Close without sending',
};

export function SubmitGoalDialog({ goal, onClose }: SubmitGoalDialogProps) {
  // Sent, or closed by who wrote it; when the session ends it just goes from the screen.
  const close = () => {
    if (goal) proofDraftOf(goal.studentId).clear();
    onClose();
  };
  return (
    <Dialog
      open={goal !== null}
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title="Submit Goal"
      question={question}
      description={
        goal && (
          <span className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 wrap-anywhere">
            <bdi>{goal.name}</bdi>
            <Amount value={goal.goalbucks} />
          </span>
        )
      }
    >
      {goal && <SubmitGoalForm key={goal.id} goal={goal} onSent={close} />}
    </Dialog>
  );
}
