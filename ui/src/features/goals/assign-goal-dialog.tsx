import { failureToast } from '@/api/failure-toast';
import { goalKeys } from '@/api/keys';
import { type KeptKey, useKeptKey, useSendOnce } from '@/api/use-kept-key';
import { Dialog } from '@/components/dialog/dialog';
import { toast } from '@/components/toast/toast-store';
import { FormFailure } from '@/shared/form-failure';

import { GoalForm } from './goal-form';
import { GOAL_FIELDS } from './goal-schema';
import { type GoalRequest, useAssignGoal } from './queries';

const FAILED = 'Failed to assign goal. Please try again.';

type GoalRecipient = { id: string; classroomId: string; name: string };

type AssignGoalFormProps = { recipient: GoalRecipient; idempotencyKey: KeptKey; onAssigned: () => void };

function AssignGoalForm({ recipient, idempotencyKey, onAssigned }: AssignGoalFormProps) {
  const assignment = useAssignGoal();
  const sendOnce = useSendOnce(assignment, idempotencyKey);
  const assign = (goal: GoalRequest) => {
    const body = { ...goal, studentId: recipient.id, classroomId: recipient.classroomId };
    sendOnce(body, {
      onSuccess: () => {
        toast({ title: 'Goal assigned' });
        onAssigned();
      },
      onRefused: (error) => {
        failureToast(FAILED, error);
      },
    });
  };
  return (
    <GoalForm
      submitLabel="Assign Goal"
      pendingLabel="Assigning goal"
      pending={assignment.isPending}
      failure={assignment.error}
      note={<FormFailure error={assignment.error} text={FAILED} fields={GOAL_FIELDS} sent="the goal" />}
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
  const idempotencyKey = useKeptKey(goalKeys.current(recipient.id));
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
        {...{ recipient, idempotencyKey }}
        onAssigned={() => {
          onOpenChange(false);
        }}
      />
    </Dialog>
  );
}
