import { Fragment } from 'react';

import { failureToast } from '@/api/failure-toast';
import { useIdempotencyKey } from '@/api/use-idempotency-key';
import { Button } from '@/components/button';
import { Dialog } from '@/components/dialog';
import { formatCount } from '@/components/format';
import { toast } from '@/components/toast-store';

import { GoalForm } from './goal-form';
import { type GoalBody, useAssignGoals } from './queries';

type Recipient = { id: string; name: string };

type BulkGoalProps = {
  classroomId: string;
  /** The selected students. */
  recipients: Recipient[];
  /** How many students the class has: they can all be chosen from here. */
  classSize: number;
  onSelectAll: () => void;
  onAssigned: () => void;
};

const NAMED = 3;
const conjunction = new Intl.ListFormat('en');

/** "For Amara Okafor, Emma Li, and 10 more." Each name keeps its own direction. */
function Whom({ recipients, classSize }: { recipients: Recipient[]; classSize: number }) {
  if (recipients.length === classSize && classSize > NAMED) return `For all ${classSize} students.`;
  const names = recipients.map(({ name }) => name);
  const more = names.length > NAMED ? names.length - NAMED + 1 : 0;
  const shown = more > 0 ? [...names.slice(0, NAMED - 1), `${more} more`] : names;
  return (
    <span className="wrap-anywhere">
      For{' '}
      {conjunction
        .formatToParts(shown)
        .map(({ type, value }, index) =>
          type === 'element' ? <bdi key={index}>{value}</bdi> : <Fragment key={index}>{value}</Fragment>,
        )}
      .
    </span>
  );
}

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
      {count === 0 && (
        <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control bg-sunken py-2 ps-4 pe-2">
          <p>No students selected yet.</p>
          <Button onClick={onSelectAll}>Select all {formatCount(classSize, 'student')}</Button>
        </div>
      )}
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
