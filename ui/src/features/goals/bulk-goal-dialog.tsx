import { failureToast } from '@/api/failure-toast';
import { goalKeys } from '@/api/keys';
import { type KeptKey, useKeptKey, useSendOnce } from '@/api/use-kept-key';
import { Dialog } from '@/components/dialog/dialog';
import { toast } from '@/components/toast/toast-store';
import { formatCount } from '@/lib/format';
import { FormFailure } from '@/shared/form-failure';
import { NobodyChosen, type Recipient, Whom } from '@/shared/recipients';

import { GoalForm } from './goal-form';
import { GOAL_FIELDS } from './goal-schema';
import { type GoalRequest, useAssignGoals } from './queries';
import { useUndoAssignment } from './use-undo-assignment';

const FAILED = 'Failed to assign goals. Please try again.';

type BulkGoalProps = {
  classroomId: string;
  /** The selected students. */
  recipients: Recipient[];
  /** How many students the class has: they can all be chosen from here. */
  classSize: number;
  onSelectAll: () => void;
  onAssigned: () => void;
};

type BulkGoalFormProps = BulkGoalProps & { idempotencyKey: KeptKey };

function BulkGoalForm({ classroomId, recipients, idempotencyKey, ...props }: BulkGoalFormProps) {
  const assignment = useAssignGoals();
  const undo = useUndoAssignment();
  const sendOnce = useSendOnce(assignment, idempotencyKey);
  const count = recipients.length;
  const assign = (goal: GoalRequest) => {
    const body = { ...goal, classroomId, studentIds: recipients.map(({ id }) => id) };
    sendOnce(body, {
      onSuccess: ({ count: assigned, assignmentId }) => {
        toast({
          title: 'Goals assigned!',
          description: `Successfully assigned goal to ${assigned} student(s)`,
          action: undo(assignmentId),
        });
        props.onAssigned();
      },
      onRefused: (error) => {
        failureToast(FAILED, error);
      },
    });
  };
  return (
    <>
      {count === 0 && <NobodyChosen classSize={props.classSize} onSelectAll={props.onSelectAll} />}
      <GoalForm
        submitLabel={`Assign to ${formatCount(count, 'student')}`}
        pendingLabel={`Assigning to ${formatCount(count, 'student')}`}
        pending={assignment.isPending}
        failure={assignment.error}
        note={<FormFailure error={assignment.error} text={FAILED} fields={GOAL_FIELDS} sent="the goals" />}
        blocked={count === 0}
        onSend={assign}
      />
    </>
  );
}

type BulkGoalDialogProps = BulkGoalProps & { open: boolean; onOpenChange: (open: boolean) => void };

/** The same goal for every selected student. */
export function BulkGoalDialog({ open, onOpenChange, ...form }: BulkGoalDialogProps) {
  // The class page lists no goals: only the pages of students, or of all goals, show whether it was done.
  const idempotencyKey = useKeptKey(goalKeys.all);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Bulk Add Goal"
      {...(form.recipients.length > 0 && {
        description: <Whom recipients={form.recipients} classSize={form.classSize} />,
      })}
    >
      <BulkGoalForm {...form} idempotencyKey={idempotencyKey} />
    </Dialog>
  );
}
