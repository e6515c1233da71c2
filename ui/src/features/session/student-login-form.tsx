import { useEffect, useId, useState } from 'react';
import { useForm } from 'react-hook-form';

import { Button } from '@/components/button';
import { useDialogGuard } from '@/components/dialog';
import { FormAlert } from '@/components/form-alert';
import { PasswordField, TextField } from '@/components/input';

import { type StudentCredentials, useStudentSignIn } from './queries';
import { signInFailure } from './sign-in-failure';
import { CLASS_CODE_REQUIRED, CREDENTIALS_REQUIRED, missingCredential } from './sign-in-rules';

function useStudentLogin() {
  const [missing, setMissing] = useState<string | null>(null);
  const signIn = useStudentSignIn();
  const { register, handleSubmit, setFocus } = useForm<StudentCredentials>({
    defaultValues: { username: '', password: '', classCode: '' },
  });
  // The dialog is open already when its view changes, so it looks for no first field again.
  useEffect(() => {
    setFocus('username');
  }, [setFocus]);
  const send = handleSubmit((values) => {
    const problem = missingCredential(values);
    setMissing(problem);
    if (problem === CLASS_CODE_REQUIRED) setFocus('classCode');
    else if (problem) setFocus(values.username.trim() ? 'password' : 'username');
    else signIn.mutate(values);
  });
  const failure = signIn.isError ? signInFailure(signIn.error, 'Login failed') : null;
  return { register, send, pending: signIn.isPending, missing, message: missing ?? failure };
}

export function StudentLoginForm() {
  const alertId = useId();
  const { register, send, pending, missing, message } = useStudentLogin();
  useDialogGuard({ dirty: false, busy: pending });
  const about = (text: string) => (missing === text ? alertId : undefined);

  return (
    <form noValidate onSubmit={send} className="mt-5 flex flex-col gap-4">
      <TextField
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        errorId={about(CREDENTIALS_REQUIRED)}
        {...register('username')}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        errorId={about(CREDENTIALS_REQUIRED)}
        {...register('password')}
      />
      <TextField
        label="Class Code"
        hint="6 letters and numbers, on the board in your classroom."
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        inputClass="text-lead font-bold tracking-code uppercase"
        errorId={about(CLASS_CODE_REQUIRED)}
        {...register('classCode')}
      />
      {message && !pending && <FormAlert id={alertId}>{message}</FormAlert>}
      <Button variant="primary" size="large" block type="submit" pending={pending} pendingLabel="Signing in">
        Student Login
      </Button>
      <p className="text-center text-small text-balance text-ink-2">
        Don&apos;t have an account? Unfortunately, this platform only supports teacher created accounts right
        now.
      </p>
    </form>
  );
}
