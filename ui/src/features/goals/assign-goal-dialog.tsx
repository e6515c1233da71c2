import { failureToast } from '@/api/failure-toast';
import { useIdempotencyKey } from '@/api/use-idempotency-key';
import { Dialog } from '@/components/dialog';
import { toast } from '@/components/toast-store';

import { GoalForm } from './goal-form';
import { type GoalBody, useAssignGoal } from './queries';

export type GoalRecipient = { id: string; classroomId: string; name: string };

function AssignGoalForm({ recipient, onAssigned }: { recipient: GoalRecipient; onAssigned: () => void }) {
  const assignment = useAssignGoal();
  const idempotencyKey = useIdempotencyKey();
  const assign = (goal: GoalBody) => {
    const body = { ...goal, studentId: recipient.id, classroomId: recipient.classroomId };
    assignment.mutate(
      { body, idempotencyKey: idempotencyKey(body) },
      {
        onSuccess: () => {
          toast({ title: 'Goal assigned' });
          onAssigned();
        },
        onError: (error) => {
          failureToast('Failed to assign goal. Please try again.', error);
        },
      },
    );
  };
  return (
    <GoalForm
      submitLabel="Assign Goal"
      pendingLabel="Assigning goal"
      pending={assignment.isPending}
      failure={assignment.error}
      onSend={assign}
    />
  );
}

type AssignGoalDialogProps = {
  recipient: GoalRecipient;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** A goal for one student. */
export function AssignGoalDialog({ recipient, open, onOpenChange }: AssignGoalDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Assign Goal"
      description={
        <span className="wrap-anywhere">
          For <bdi>{recipient.name}</bdi>.
        </span>
      }
    >
      <AssignGoalForm
        recipient={recipient}
        onAssigned={() => {
          onOpenChange(false);
        }}
      />
    </Dialog>
  );
}
