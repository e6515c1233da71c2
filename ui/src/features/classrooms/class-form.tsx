import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm, type UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';

import { isStatus } from '@/api/api-error';
import { Button } from '@/components/button';
import { DialogActions, useDialogGuard } from '@/components/dialog/dialog';
import { TextField } from '@/components/input';
import { useLeaveWarning } from '@/hooks/use-leave-warning';
import { FormFailure } from '@/shared/form-failure';

import type { ClassroomRequest } from './queries';

const schema = z.object({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: 'Class name is required.', abort: true }),
      z.maxLength(200, 'Class name can have at most 200 characters.'),
    ),
  gradeLevel: z.string().check(z.trim(), z.maxLength(200, 'Grade level can have at most 200 characters.')),
});

type Values = z.infer<typeof schema>;

type ClassFormProps = {
  initial?: Values;
  submitLabel: string;
  pendingLabel: string;
  pending: boolean;
  /** What the last attempt failed with. */
  failure: Error | null;
  failureText: string;
  onSend: (body: ClassroomRequest) => void;
};

function Fields({ form, failure }: { form: UseFormReturn<Values>; failure: Error | null }) {
  const { register, formState } = form;
  const refused = isStatus(failure, 422) ? failure.fields : {};
  return (
    <>
      <TextField
        label="Class Name"
        placeholder="e.g. Math 101"
        autoComplete="off"
        error={formState.errors.name?.message ?? refused['name']}
        {...register('name')}
      />
      <TextField
        label="Grade Level"
        optional
        placeholder="e.g. 5th Grade"
        autoComplete="off"
        error={formState.errors.gradeLevel?.message ?? refused['gradeLevel']}
        {...register('gradeLevel')}
      />
    </>
  );
}

/** Name and grade level of a class, new or not. Everything typed stays until it is saved. */
export function ClassForm(props: ClassFormProps) {
  const { initial = { name: '', gradeLevel: '' }, pending } = props;
  const form = useForm<Values>({ resolver: standardSchemaResolver(schema), defaultValues: initial });
  const { isDirty } = form.formState;
  useDialogGuard({ dirty: isDirty, busy: pending });
  useLeaveWarning(isDirty);
  const send = form.handleSubmit(({ name, gradeLevel }) => {
    props.onSend({ name, gradeLevel: gradeLevel || null });
  });
  return (
    <form noValidate onSubmit={send} className="mt-5 flex flex-col gap-4">
      <Fields form={form} failure={props.failure} />
      <FormFailure error={props.failure} text={props.failureText} fields={['name', 'gradeLevel']} />
      <DialogActions>
        <Button variant="primary" type="submit" pending={pending} pendingLabel={props.pendingLabel}>
          {props.submitLabel}
        </Button>
      </DialogActions>
    </form>
  );
}
