import { useEffect, useId, useState } from 'react';
import { useForm } from 'react-hook-form';

import { Button } from '@/components/button';
import { useDialogGuard } from '@/components/dialog';
import { FormAlert } from '@/components/form-alert';
import { PasswordField, TextField } from '@/components/input';

import { GoogleMark } from './google-mark';
import { type TeacherCredentials, useTeacherSignIn } from './queries';
import { IDENTITY_PROVIDER_MISSING, signInFailure } from './sign-in-failure';
import { missingCredential } from './sign-in-rules';

type TeacherLoginFormProps = {
  /** Without it new accounts are made on the class computer. */
  onCreateAccount: (() => void) | undefined;
};

function OtherWays({ onCreateAccount, onGoogle }: TeacherLoginFormProps & { onGoogle: () => void }) {
  return (
    <>
      {onCreateAccount ? (
        <Button variant="soft" block onClick={onCreateAccount}>
          Create Account
        </Button>
      ) : (
        <p className="text-center text-small text-balance text-ink-2">
          New teacher accounts are created on the class computer.
        </p>
      )}
      <p className="flex items-center gap-3 text-small text-ink-2 before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        Or continue with
      </p>
      <Button block icon={<GoogleMark />} onClick={onGoogle}>
        Sign in with Google
      </Button>
    </>
  );
}

function useTeacherLogin() {
  const [note, setNote] = useState<string | null>(null);
  const signIn = useTeacherSignIn();
  const { register, handleSubmit, setFocus } = useForm<TeacherCredentials>({
    defaultValues: { username: '', password: '' },
  });
  // The dialog is open already when its view changes, so it looks for no first field again.
  useEffect(() => {
    setFocus('username');
  }, [setFocus]);
  const send = handleSubmit((values) => {
    const problem = missingCredential(values);
    setNote(problem);
    if (problem) setFocus(values.username.trim() ? 'password' : 'username');
    else signIn.mutate(values);
  });
  const failure = signIn.isError ? signInFailure(signIn.error, 'Sign-in failed') : null;
  return { register, send, pending: signIn.isPending, note, setNote, message: note ?? failure };
}

export function TeacherLoginForm({ onCreateAccount }: TeacherLoginFormProps) {
  const alertId = useId();
  const { register, send, pending, note, setNote, message } = useTeacherLogin();
  useDialogGuard({ dirty: false, busy: pending });
  const errorId = note !== null && note !== IDENTITY_PROVIDER_MISSING ? alertId : undefined;

  return (
    <form noValidate onSubmit={send} className="mt-5 flex flex-col gap-4">
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        errorId={errorId}
        {...register('username')}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        errorId={errorId}
        {...register('password')}
      />
      {message && !pending && <FormAlert id={alertId}>{message}</FormAlert>}
      <Button variant="primary" size="large" block type="submit" pending={pending} pendingLabel="Signing in">
        Teacher Login
      </Button>
      <OtherWays
        onCreateAccount={onCreateAccount}
        onGoogle={() => {
          // Google sign-in needs an identity provider, and a local installation has none.
          setNote(IDENTITY_PROVIDER_MISSING);
        }}
      />
    </form>
  );
}
