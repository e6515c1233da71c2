import { useQueryClient } from '@tanstack/react-query';

import { isStatus } from '@/api/api-error';
import { failureToast } from '@/api/failure-toast';
import type { Goal } from '@/api/types';
import { Dialog } from '@/components/dialog/dialog';
import { toast } from '@/components/toast/toast-store';
import { FormFailure } from '@/shared/form-failure';

import { GoalForm } from './goal-form';
import { GOAL_FIELDS, toGoalValues } from './goal-schema';
import { type GoalRequest, useEditGoal } from './queries';

const FAILED = 'Failed to update goal. Please try again.';

type EditableGoal = Pick<Goal, 'id' | 'name' | 'goalbucks' | 'dueDate'>;

function EditGoalForm({ goal, onSaved }: { goal: EditableGoal; onSaved: () => void }) {
  const queryClient = useQueryClient();
  const edit = useEditGoal();
  const save = (body: GoalRequest) => {
    edit.mutate(
      { id: goal.id, ...body },
      {
        onSuccess: () => {
          toast({ title: 'Goal updated' });
          onSaved();
        },
        onError: (error) => {
          failureToast(FAILED, error);
          // It has paid or is gone: the lists are behind. What was typed stays until the dialog is closed.
          if (isStatus(error, 409) || isStatus(error, 404)) void queryClient.invalidateQueries();
        },
      },
    );
  };
  return (
    <GoalForm
      initial={toGoalValues(goal)}
      submitLabel="Save Goal"
      pendingLabel="Saving goal"
      pending={edit.isPending}
      failure={edit.error}
      note={<FormFailure error={edit.error} text={FAILED} fields={GOAL_FIELDS} />}
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

/** Name, goalbucks and due date of a goal that hasn't paid. */
export function EditGoalDialog({ goal, studentName, onClose }: EditGoalDialogProps) {
  return (
    <Dialog
      open={goal !== null}
      onOpenChange={onClose}
      title="Edit Goal"
      description={
        <span className="wrap-anywhere">
          For <bdi>{studentName}</bdi>.
        </span>
      }
    >
      {goal && <EditGoalForm goal={goal} onSaved={onClose} />}
    </Dialog>
  );
}
