import { t } from '@lingui/core/macro';
import type { ComponentProps } from 'react';
import { useWatch } from 'react-hook-form';

import { FormAmountField } from '@/shared/form/amount-field';
import { FormTextField } from '@/shared/form/form-fields';

import { isNewPastDate } from './use-past-date-dialog';

type FieldProps = Partial<ComponentProps<typeof FormTextField>>;

export function GoalNameField(props: FieldProps) {
  return <FormTextField name="name" label={t`Goal name`} autoComplete="off" {...props} />;
}

export function GoalbucksField(props: FieldProps) {
  return <FormAmountField name="goalbucks" {...props} />;
}

/** An optional due date, with a hint if it has passed already. */
export function DueDateField({ initialDate = '', ...props }: FieldProps & { initialDate?: string }) {
  const date = useWatch<{ dueDate: string }>({ name: 'dueDate' });
  return (
    <FormTextField
      name="dueDate"
      label={t`Due date`}
      optional
      type="date"
      max="9999-12-31"
      data-empty={date === '' || undefined}
      hint={isNewPastDate(date, initialDate) && t`This day is over: the goal will be overdue at once.`}
      {...props}
    />
  );
}
