import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';

import type { GoalRequest } from '@/features/goals/queries';
import { Form, type FormMutation } from '@/shared/form/form';
import { FormActions } from '@/shared/form/form-actions';
import { DueDateField, GoalbucksField, GoalNameField } from '@/shared/goal-fields/goal-fields';
import { PastDateDialog } from '@/shared/goal-fields/past-date-dialog';
import { usePastDateDialog } from '@/shared/goal-fields/use-past-date-dialog';
import { PictureField } from '@/shared/goal-pictures/picture-field';
import type { UnconfirmedSend } from '@/shared/unconfirmed-send-alert';

import { GoalDetailsField } from './goal-details-field';
import { emptyGoalForm, goalFormSchema, type GoalFormValues, toGoalFormBody } from './goal-form-schema';
import { NewGoalNameField } from './new-goal-name-field';

type GoalFormProps = {
  /** The values of the goal that is edited; without them it is a new one, and names are offered for it. */
  initial?: GoalFormValues;
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

/** Form for name, goalbucks, due date, details and picture of a goal. */
export function GoalForm({
  initial,
  submitLabel,
  pendingLabel,
  disabled = false,
  disabledUntilValid = false,
  onSend,
  ...form
}: GoalFormProps) {
  const initialValues = initial ?? emptyGoalForm;
  const { askIfPast, dialogProps } = usePastDateDialog(initialValues.dueDate);
  const submit = (values: GoalFormValues) => {
    askIfPast(values.dueDate, () => {
      onSend(toGoalFormBody(values));
    });
  };
  return (
    <>
      <Form {...form} schema={goalFormSchema} initialValues={initialValues} onSubmit={submit}>
        {initial ? <GoalNameField /> : <NewGoalNameField />}
        <div className="grid gap-4 sm:grid-cols-2">
          <GoalbucksField placeholder={t`e.g. 25`} />
          <DueDateField initialDate={initialValues.dueDate} />
        </div>
        <GoalDetailsField />
        <PictureField hint={t`Large on the student’s card.`} />
        <FormActions pendingLabel={pendingLabel} disabled={disabled} disabledUntilValid={disabledUntilValid}>
          {submitLabel}
        </FormActions>
      </Form>
      <PastDateDialog {...dialogProps} />
    </>
  );
}
