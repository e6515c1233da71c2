import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';

import { Dialog } from '@/components/dialog/dialog';
import type { GoalRequest } from '@/features/goals/queries';
import { NoRecipients, type Recipient, RecipientSummary } from '@/shared/recipient-summary';

import { GoalForm } from './goal-form';
import { useAssignGoals } from './mutations';
import { lastSent } from './series/last-sent';
import { useCreateSeries } from './series/mutations';
import type { SeriesFields } from './series/series-schema';

type BulkGoalProps = {
  classroomId: string;
  /** The owner of the class. */
  ownerId: string;
  /** The selected students. */
  recipients: Recipient[];
  /** Number of students in the class, for "Select all". */
  classSize: number;
  onSelectAll: () => void;
  onAssigned: () => void;
};

type BulkGoalFormProps = BulkGoalProps & {
  /** Whether the goal repeats for everybody in the class. */
  forEverybody: boolean;
  onForEverybodyChange: (forEverybody: boolean) => void;
};

function BulkGoalForm({ classroomId, recipients, forEverybody, ...props }: BulkGoalFormProps) {
  const assignment = useAssignGoals(classroomId);
  const series = useCreateSeries(classroomId);
  const count = recipients.length;
  const isForNobody = count === 0 && !forEverybody;
  const studentIds = recipients.map(({ id }) => id);
  const assign = (goal: GoalRequest) => {
    assignment.mutate({ ...goal, classroomId, studentIds }, { onSuccess: props.onAssigned });
  };
  const repeat = (fields: SeriesFields) => {
    const body = { ...fields, classroomId, studentIds: forEverybody ? null : studentIds };
    series.mutate(body, { onSuccess: props.onAssigned });
  };
  return (
    <>
      {isForNobody && <NoRecipients classSize={props.classSize} onSelectAll={props.onSelectAll} />}
      <GoalForm
        submitLabel={
          forEverybody
            ? t`Assign to everybody`
            : plural(count, { one: 'Assign to # student', other: 'Assign to # students' })
        }
        pendingLabel={plural(count, { one: 'Assigning to # student', other: 'Assigning to # students' })}
        mutation={lastSent(assignment, series)}
        unconfirmed="goals"
        disabled={isForNobody}
        disabledUntilValid
        repeats={{
          ownerId: props.ownerId,
          everybody: {
            checked: forEverybody,
            initially: count === 0 || count === props.classSize,
            onChange: props.onForEverybodyChange,
          },
          onSend: repeat,
        }}
        onSend={assign}
      />
    </>
  );
}

type BulkGoalDialogProps = BulkGoalProps & { open: boolean; onOpenChange: (open: boolean) => void };

/** Assigns the same goal to every selected student. */
export function BulkGoalDialog({ open, onOpenChange, ...form }: BulkGoalDialogProps) {
  const [isForEverybody, setIsForEverybody] = useState(false);
  // The form begins anew when the dialog opens.
  if (!open && isForEverybody) setIsForEverybody(false);
  const description = isForEverybody ? (
    t`For everybody in the class, also who joins later.`
  ) : (
    <RecipientSummary recipients={form.recipients} classSize={form.classSize} />
  );
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t`Bulk Add Goal`}
      {...((isForEverybody || form.recipients.length > 0) && { description })}
    >
      <BulkGoalForm {...form} forEverybody={isForEverybody} onForEverybodyChange={setIsForEverybody} />
    </Dialog>
  );
}
