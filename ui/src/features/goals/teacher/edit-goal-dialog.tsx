import { t } from '@lingui/core/macro';

import type { Goal } from '@/api/types';
import { Dialog } from '@/components/dialog/dialog';
import type { GoalRequest } from '@/features/goals/queries';
import { ForStudent } from '@/shared/for-student';

import { GoalForm } from './goal-form';
import { toGoalFormValues } from './goal-form-schema';
import { useEditGoal } from './mutations';

type EditableGoal = Pick<Goal, 'id' | 'name' | 'goalbucks' | 'dueDate' | 'details' | 'picture'>;

function EditGoalForm({ goal, onSaved }: { goal: EditableGoal; onSaved: () => void }) {
  const edit = useEditGoal();
  const save = (body: GoalRequest) => {
    edit.mutate({ id: goal.id, ...body }, { onSuccess: onSaved });
  };
  return (
    <GoalForm
      initial={toGoalFormValues(goal)}
      submitLabel={t`Save Goal`}
      pendingLabel={t`Saving goal`}
      mutation={edit}
      onSend={save}
    />
  );
}

type EditGoalDialogProps = {
  /** The goal to change; null closes the dialog. */
  goal: EditableGoal | null;
  studentName: string;
  onClose: () => void;
};

/** Edits an unpaid goal. */
export function EditGoalDialog({ goal, studentName: name, onClose }: EditGoalDialogProps) {
  return (
    <Dialog
      open={goal !== null}
      onOpenChange={onClose}
      title={t`Edit Goal`}
      description={<ForStudent name={name} />}
    >
      {goal && <EditGoalForm goal={goal} onSaved={onClose} />}
    </Dialog>
  );
}
