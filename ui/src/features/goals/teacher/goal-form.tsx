import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';

import type { GoalRequest } from '@/features/goals/queries';
import { Form, type FormMutation } from '@/shared/form/form';
import { FormActions } from '@/shared/form/form-actions';
import { GoalbucksField, GoalNameField } from '@/shared/goal-fields/goal-fields';
import { PastDateDialog } from '@/shared/goal-fields/past-date-dialog';
import { usePastDateDialog } from '@/shared/goal-fields/use-past-date-dialog';
import { PictureField } from '@/shared/goal-pictures/picture-field';
import type { UnconfirmedSend } from '@/shared/unconfirmed-send-alert';

import { GoalDetailsField } from './goal-details-field';
import { emptyGoalForm, type GoalFormValues, toGoalFormBody } from './goal-form-schema';
import { NewGoalNameField } from './new-goal-name-field';
import { RepeatsField, type RepeatsProps } from './series/repeats-field';
import {
  goalOrSeriesSchema,
  type GoalOrSeriesValues,
  noRepeats,
  toSeriesFields,
} from './series/series-schema';
import { DueOrUntilField } from './series/until-field';

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
  /** Lets the goal repeat, which is off at first. */
  repeats?: RepeatsProps;
  onSend: (goal: GoalRequest) => void;
};

/** Form for name, goalbucks, due date, details and picture of a goal, and for how it repeats. */
export function GoalForm({
  initial,
  submitLabel,
  pendingLabel,
  disabled = false,
  disabledUntilValid = false,
  repeats,
  onSend,
  ...form
}: GoalFormProps) {
  const initialValues = initial ?? emptyGoalForm;
  const { askIfPast, dialogProps } = usePastDateDialog(initialValues.dueDate);
  const submit = (values: GoalOrSeriesValues) => {
    if (values.repeats) {
      repeats?.onSend(toSeriesFields(values));
      return;
    }
    askIfPast(values.dueDate, () => {
      onSend(toGoalFormBody(values));
    });
  };
  return (
    <>
      <Form<GoalOrSeriesValues>
        {...form}
        schema={goalOrSeriesSchema}
        initialValues={{ ...initialValues, ...noRepeats }}
        onSubmit={submit}
      >
        {initial ? <GoalNameField /> : <NewGoalNameField />}
        <div className="grid gap-4 sm:grid-cols-2">
          <GoalbucksField placeholder={t`e.g. 25`} />
          <DueOrUntilField initialDate={initialValues.dueDate} />
        </div>
        {repeats && <RepeatsField {...repeats} />}
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
