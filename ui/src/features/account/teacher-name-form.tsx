import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';

import { fieldMessage } from '@/api/field-message';
import { useUser } from '@/auth/session-context';
import { Button } from '@/components/button';
import { TextField } from '@/components/input';
import { useLeaveWarning } from '@/hooks/use-leave-warning';
import { fullName } from '@/shared/account-schemas';
import { FormFailure } from '@/shared/form-failure';

import { RENAME_FAILED, useRenameTeacher } from './account-queries';

const schema = z.object({ name: fullName });

type Values = z.infer<typeof schema>;

function useNameForm() {
  const user = useUser();
  const renaming = useRenameTeacher(user.id);
  const form = useForm<Values>({
    resolver: standardSchemaResolver(schema),
    // Changed in another tab, it changes here, unless something else is being typed.
    values: { name: user.name },
    resetOptions: { keepDirtyValues: true },
  });
  const save = form.handleSubmit(({ name }) => {
    // As it will be kept: without the blanks around it.
    form.setValue('name', name);
    renaming.mutate(name, {
      onSuccess: () => {
        form.reset({ name });
      },
    });
  });
  return { form, save, renaming };
}

/** The teacher's name, as it stands in the sidebar and under what they write to students. */
export function TeacherNameForm() {
  const { form, save, renaming } = useNameForm();
  const { register, formState } = form;
  useLeaveWarning(formState.isDirty);
  return (
    <form noValidate onSubmit={save} className="flex flex-col items-start gap-4">
      <TextField
        className="w-full"
        label="Full Name"
        autoComplete="name"
        error={formState.errors.name?.message ?? fieldMessage(renaming.error, 'name', 'Full name')}
        {...register('name')}
      />
      <FormFailure error={renaming.error} text={RENAME_FAILED} fields={['name']} />
      <Button
        variant="primary"
        type="submit"
        pending={renaming.isPending}
        pendingLabel="Saving name"
        disabled={!formState.isDirty}
      >
        Save Name
      </Button>
    </form>
  );
}
