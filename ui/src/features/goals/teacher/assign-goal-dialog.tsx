import { t } from '@lingui/core/macro';

import { Dialog } from '@/components/dialog/dialog';
import type { GoalRequest } from '@/features/goals/queries';
import { ForStudent } from '@/shared/for-student';

import { GoalForm } from './goal-form';
import { useAssignGoal } from './mutations';

type GoalRecipient = { id: string; classroomId: string; name: string };

type AssignGoalFormProps = { recipient: GoalRecipient; onAssigned: () => void };

function AssignGoalForm({ recipient, onAssigned }: AssignGoalFormProps) {
  const assignment = useAssignGoal(recipient.id);
  const assign = (goal: GoalRequest) => {
    const body = { ...goal, studentId: recipient.id, classroomId: recipient.classroomId };
    assignment.mutate(body, { onSuccess: onAssigned });
  };
  return (
    <GoalForm
      submitLabel={t`Assign Goal`}
      pendingLabel={t`Assigning goal`}
      mutation={assignment}
      unconfirmed="goal"
      onSend={assign}
    />
  );
}

type AssignGoalDialogProps = {
  recipient: GoalRecipient;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Assigns a goal to one student. */
export function AssignGoalDialog({ recipient, open, onOpenChange }: AssignGoalDialogProps) {
  const { name } = recipient;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t`Assign Goal`}
      description={<ForStudent name={name} />}
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
