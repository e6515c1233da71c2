import { failureToast } from '@/api/failure-toast';
import { useIdempotencyKey } from '@/api/use-idempotency-key';
import { Dialog } from '@/components/dialog';
import { formatCount } from '@/components/format';
import { NobodyChosen, type Recipient, Whom } from '@/components/recipients';
import { toast } from '@/components/toast-store';

import { GoalForm } from './goal-form';
import { type GoalBody, useAssignGoals } from './queries';

type BulkGoalProps = {
  classroomId: string;
  /** The selected students. */
  recipients: Recipient[];
  /** How many students the class has: they can all be chosen from here. */
  classSize: number;
  onSelectAll: () => void;
  onAssigned: () => void;
};

function BulkGoalForm({ classroomId, recipients, classSize, onSelectAll, onAssigned }: BulkGoalProps) {
  const assignment = useAssignGoals();
  const idempotencyKey = useIdempotencyKey();
  const count = recipients.length;
  const assign = (goal: GoalBody) => {
    const body = { ...goal, classroomId, studentIds: recipients.map(({ id }) => id) };
    assignment.mutate(
      { body, idempotencyKey: idempotencyKey(body) },
      {
        onSuccess: (answer) => {
          toast({
            title: 'Goals assigned!',
            description: `Successfully assigned goal to ${answer.count} student(s)`,
          });
          onAssigned();
        },
        onError: (error) => {
          failureToast('Failed to assign goals. Please try again.', error);
        },
      },
    );
  };
  return (
    <>
      {count === 0 && <NobodyChosen classSize={classSize} onSelectAll={onSelectAll} />}
      <GoalForm
        submitLabel={`Assign to ${formatCount(count, 'student')}`}
        pendingLabel={`Assigning to ${formatCount(count, 'student')}`}
        pending={assignment.isPending}
        failure={assignment.error}
        blocked={count === 0}
        onSend={assign}
      />
    </>
  );
}

type BulkGoalDialogProps = BulkGoalProps & { open: boolean; onOpenChange: (open: boolean) => void };

/** The same goal for every selected student. */
export function BulkGoalDialog({ open, onOpenChange, ...form }: BulkGoalDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Bulk Add Goal"
      {...(form.recipients.length > 0 && {
        description: <Whom recipients={form.recipients} classSize={form.classSize} />,
      })}
    >
      <BulkGoalForm {...form} />
    </Dialog>
  );
}
