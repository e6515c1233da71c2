import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';

import { isStatus } from '@/api/api-error';
import { Button } from '@/components/button';
import { useDialogGuard } from '@/components/dialog';
import { FormAlert } from '@/components/form-alert';
import { PasswordField, TextField } from '@/components/input';

import { newTeacherSchema } from './new-teacher-schema';
import { type NewTeacher, useRegisterTeacher } from './queries';
import { signInFailure } from './sign-in-failure';

function useNewTeacherForm() {
  const { register, handleSubmit, setFocus, formState } = useForm<NewTeacher>({
    resolver: standardSchemaResolver(newTeacherSchema),
    defaultValues: { name: '', email: '', password: '' },
  });
  // The dialog is open already when its view changes, so it looks for no first field again.
  useEffect(() => {
    setFocus('name');
  }, [setFocus]);
  return { register, handleSubmit, formState };
}

export function CreateAccountForm({ onBack }: { onBack: () => void }) {
  const { mutate, error, isPending } = useRegisterTeacher();
  const { register, handleSubmit, formState } = useNewTeacherForm();
  useDialogGuard({ dirty: formState.isDirty, busy: isPending });
  const refused = isStatus(error, 422) ? error.fields : {};
  const message = (name: keyof NewTeacher) => formState.errors[name]?.message ?? refused[name];

  return (
    <form
      noValidate
      onSubmit={handleSubmit((values) => {
        mutate(values);
      })}
      className="mt-5 flex flex-col gap-4"
    >
      <TextField label="Full Name" autoComplete="name" error={message('name')} {...register('name')} />
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        error={message('email')}
        {...register('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        placeholder="Choose a password (min 6 characters)"
        error={message('password')}
        {...register('password')}
      />
      {error && <FormAlert>{signInFailure(error, 'Registration failed')}</FormAlert>}
      <Button
        variant="primary"
        size="large"
        block
        type="submit"
        pending={isPending}
        pendingLabel="Creating account"
      >
        Create Account
      </Button>
      <Button variant="ghost" block onClick={onBack}>
        Back to Login
      </Button>
    </form>
  );
}
