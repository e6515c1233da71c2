import { plural, t } from '@lingui/core/macro';

import { Dialog } from '@/components/dialog/dialog';
import type { GoalRequest } from '@/features/goals/queries';
import { NoRecipients, type Recipient, RecipientSummary } from '@/shared/recipient-summary';

import { GoalForm } from './goal-form';
import { useAssignGoals } from './mutations';

type BulkGoalProps = {
  classroomId: string;
  /** The selected students. */
  recipients: Recipient[];
  /** Number of students in the class, for "Select all". */
  classSize: number;
  onSelectAll: () => void;
  onAssigned: () => void;
};

function BulkGoalForm({ classroomId, recipients, ...props }: BulkGoalProps) {
  const assignment = useAssignGoals(classroomId);
  const count = recipients.length;
  const assign = (goal: GoalRequest) => {
    const body = { ...goal, classroomId, studentIds: recipients.map(({ id }) => id) };
    assignment.mutate(body, { onSuccess: props.onAssigned });
  };
  return (
    <>
      {count === 0 && <NoRecipients classSize={props.classSize} onSelectAll={props.onSelectAll} />}
      <GoalForm
        submitLabel={plural(count, { one: 'Assign to # student', other: 'Assign to # students' })}
        pendingLabel={plural(count, { one: 'Assigning to # student', other: 'Assigning to # students' })}
        mutation={assignment}
        unconfirmed="goals"
        disabled={count === 0}
        disabledUntilValid
        onSend={assign}
      />
    </>
  );
}

type BulkGoalDialogProps = BulkGoalProps & { open: boolean; onOpenChange: (open: boolean) => void };

/** Assigns the same goal to every selected student. */
export function BulkGoalDialog({ open, onOpenChange, ...form }: BulkGoalDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t`Bulk Add Goal`}
      {...(form.recipients.length > 0 && {
        description: <RecipientSummary recipients={form.recipients} classSize={form.classSize} />,
      })}
    >
      <BulkGoalForm {...form} />
    </Dialog>
  );
}
