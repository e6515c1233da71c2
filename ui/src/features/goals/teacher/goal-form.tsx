import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';

import type { GoalRequest } from '@/features/goals/queries';
import { Form, type FormMutation } from '@/shared/form/form';
import { FormActions } from '@/shared/form/form-actions';
import { DueDateField, GoalbucksField, GoalNameField } from '@/shared/goal-fields/goal-fields';
import { emptyGoal, goalSchema, type GoalValues, toGoalBody } from '@/shared/goal-fields/goal-schema';
import { PastDateDialog } from '@/shared/goal-fields/past-date-dialog';
import { usePastDateDialog } from '@/shared/goal-fields/use-past-date-dialog';
import type { UnconfirmedSend } from '@/shared/unconfirmed-send-alert';

type GoalFormProps = {
  /** The initial values; empty by default. */
  initial?: GoalValues;
  submitLabel: ReactNode;
  pendingLabel: ReactNode;
  mutation: FormMutation;
  /** What the form sends, if its mutation uses `unlessUnconfirmed`. */
  unconfirmed?: UnconfirmedSend;
  /** Disables the submit button. */
  disabled?: boolean;
  /** Disables the submit button until name and goalbucks are valid. */
  disabledUntilValid?: boolean;
  onSend: (goal: GoalRequest) => void;
};

/** Form for name, goalbucks and due date of a goal. */
export function GoalForm({
  initial = emptyGoal,
  submitLabel,
  pendingLabel,
  disabled = false,
  disabledUntilValid = false,
  onSend,
  ...form
}: GoalFormProps) {
  const { askIfPast, dialogProps } = usePastDateDialog(initial.dueDate);
  const submit = (values: GoalValues) => {
    askIfPast(values.dueDate, () => {
      onSend(toGoalBody(values));
    });
  };
  return (
    <>
      <Form {...form} schema={goalSchema} initialValues={initial} onSubmit={submit}>
        <GoalNameField placeholder={t`e.g. Read for 20 minutes every night`} />
        <div className="grid gap-4 sm:grid-cols-2">
          <GoalbucksField placeholder={t`e.g. 25`} />
          <DueDateField initialDate={initial.dueDate} />
        </div>
        <FormActions pendingLabel={pendingLabel} disabled={disabled} disabledUntilValid={disabledUntilValid}>
          {submitLabel}
        </FormActions>
      </Form>
      <PastDateDialog {...dialogProps} />
    </>
  );
}
