import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';

import { Form, type FormMutation } from '@/shared/form/form';
import { FormActions } from '@/shared/form/form-actions';
import { FormTextField } from '@/shared/form/form-fields';

import type { ClassroomRequest } from './queries';

const schema = z.object({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: () => t`Class name is required.`, abort: true }),
      z.maxLength(200, { error: () => t`Class name can have at most 200 characters.` }),
    ),
  gradeLevel: z
    .string()
    .check(z.trim(), z.maxLength(200, { error: () => t`Grade level can have at most 200 characters.` })),
});

type Values = z.infer<typeof schema>;

type ClassFormProps = {
  initial?: Values;
  submitLabel: string;
  pendingLabel: string;
  mutation: FormMutation;
  onSend: (body: ClassroomRequest) => void;
};

/** Form for name and grade level of a class. */
export function ClassForm({
  initial = { name: '', gradeLevel: '' },
  submitLabel,
  pendingLabel,
  onSend,
  ...form
}: ClassFormProps) {
  return (
    <Form
      {...form}
      schema={schema}
      initialValues={initial}
      onSubmit={({ name, gradeLevel }) => {
        onSend({ name, gradeLevel: gradeLevel || null });
      }}
    >
      <FormTextField name="name" label={t`Class Name`} placeholder={t`e.g. Math 101`} autoComplete="off" />
      <FormTextField
        name="gradeLevel"
        label={t`Grade Level`}
        optional
        placeholder={t`e.g. 5th Grade`}
        autoComplete="off"
      />
      <FormActions pendingLabel={pendingLabel}>{submitLabel}</FormActions>
    </Form>
  );
}
