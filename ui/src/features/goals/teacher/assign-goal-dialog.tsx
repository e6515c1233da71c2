import { t } from '@lingui/core/macro';

import { Dialog } from '@/components/dialog/dialog';
import type { GoalRequest } from '@/features/goals/queries';
import { ForStudent } from '@/shared/for-student';

import { GoalForm } from './goal-form';
import { useAssignGoal } from './mutations';
import { lastSent } from './series/last-sent';
import { useCreateSeries } from './series/mutations';
import type { OwnerProps } from './series/planned-count';
import type { SeriesFields } from './series/series-schema';

type GoalRecipient = { id: string; classroomId: string; name: string };

type AssignGoalFormProps = OwnerProps & { recipient: GoalRecipient; onAssigned: () => void };

function AssignGoalForm({ recipient: { id, classroomId }, ownerId, onAssigned }: AssignGoalFormProps) {
  const assignment = useAssignGoal(id);
  const series = useCreateSeries(classroomId);
  const assign = (goal: GoalRequest) => {
    assignment.mutate({ ...goal, studentId: id, classroomId }, { onSuccess: onAssigned });
  };
  const repeat = (fields: SeriesFields) => {
    series.mutate({ ...fields, classroomId, studentIds: [id] }, { onSuccess: onAssigned });
  };
  return (
    <GoalForm
      submitLabel={t`Assign Goal`}
      pendingLabel={t`Assigning goal`}
      mutation={lastSent(assignment, series)}
      unconfirmed="goal"
      repeats={{ ownerId, onSend: repeat }}
      onSend={assign}
    />
  );
}

type AssignGoalDialogProps = OwnerProps & {
  recipient: GoalRecipient;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Assigns a goal to one student. */
export function AssignGoalDialog({ recipient, ownerId, open, onOpenChange }: AssignGoalDialogProps) {
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
        ownerId={ownerId}
        onAssigned={() => {
          onOpenChange(false);
        }}
      />
    </Dialog>
  );
}
