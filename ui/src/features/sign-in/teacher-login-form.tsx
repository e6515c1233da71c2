import { type ReactNode, useEffect, useId, useState } from 'react';
import { useForm, type UseFormRegister } from 'react-hook-form';

import type { AuthConfig } from '@/api/types';
import { Button } from '@/components/button';
import { useDialogGuard } from '@/components/dialog/dialog';
import { PasswordField, TextField } from '@/components/input';

import { isInDesktopWindow } from './desktop-window';
import { type Needed, neededFor, isRefusedHere } from './entry';
import { GoogleButton } from './google-button';
import { ProblemNote } from './problem-note';
import { NETWORK_ERROR } from './sign-in-failure';
import { type Problem, signInProblem } from './sign-in-problem';
import { missingCredential } from './sign-in-rules';
import { type TeacherCredentials, useTeacherSignIn } from './teacher-queries';
import { useGooglePopup } from './use-google-popup';

type TeacherLoginFormProps = {
  /** Undefined when the server didn't say. */
  config: AuthConfig | undefined;
  /** What the teacher is known by already. */
  email: string;
  /** The e-mail is right, as far as is known. */
  startAtPassword: boolean;
  /** Without it new accounts are made on the class computer. */
  onCreateAccount: (() => void) | undefined;
  /** With the e-mail that was typed: the printed code helps. */
  onForgotten: (email: string) => void;
  /** Google's sign-in goes on in the system's browser. */
  onHandOff: () => void;
  /** The server wants something else first. */
  onNeeded: (needed: Needed) => void;
};

type OtherWaysProps = Pick<TeacherLoginFormProps, 'onCreateAccount'> & {
  /** Null where no identity provider is set up. */
  googleButton: ReactNode;
};

function OtherWays({ onCreateAccount, googleButton }: OtherWaysProps) {
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
      {googleButton && (
        <>
          <p className="flex items-center gap-3 text-small text-ink-2 before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
            Or continue with
          </p>
          {googleButton}
        </>
      )}
    </>
  );
}

type CredentialFieldsProps = {
  register: UseFormRegister<TeacherCredentials>;
  errorId: string | undefined;
};

function CredentialFields({ register, errorId }: CredentialFieldsProps) {
  return (
    <>
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
    </>
  );
}

function Forgotten({ disabled, onPress }: { disabled: boolean; onPress: () => void }) {
  return (
    <Button variant="link" className="-my-2 self-center" disabled={disabled} onClick={onPress}>
      Forgot your password?
    </Button>
  );
}

type Ways = Pick<TeacherLoginFormProps, 'config' | 'onHandOff' | 'onNeeded'>;

function useGoogle({ config, onHandOff, onNeeded }: Ways) {
  const [note, setNote] = useState<Problem | null>(null);
  const popup = useGooglePopup(config?.identityProvider ?? null, onNeeded);
  const press = () => {
    setNote(null);
    if (!config) setNote({ text: NETWORK_ERROR });
    else if (isInDesktopWindow()) onHandOff();
    else popup.start();
  };
  const forget = () => {
    setNote(null);
    popup.forget();
  };
  const failure = popup.error && signInProblem(popup.error, 'Google sign-in failed');
  return { press, forget, pending: popup.pending, problem: note ?? failure };
}

type EmailProps = Pick<TeacherLoginFormProps, 'config' | 'email' | 'startAtPassword' | 'onNeeded'>;

function useEmail({ config, email, startAtPassword, onNeeded }: EmailProps) {
  const [missing, setMissing] = useState<string | null>(null);
  const signIn = useTeacherSignIn(config?.identityProvider ?? null);
  const { register, handleSubmit, setFocus, getValues } = useForm<TeacherCredentials>({
    defaultValues: { username: email, password: '' },
  });
  // The dialog is open already when its view changes, so it looks for no first field again.
  useEffect(() => {
    setFocus(startAtPassword ? 'password' : 'username');
  }, [setFocus, startAtPassword]);
  const onError = (error: Error) => {
    const needed = neededFor(error);
    if (needed) onNeeded(needed);
    else if (isRefusedHere(error)) setFocus('password', { shouldSelect: true });
  };
  const send = handleSubmit((values) => {
    const problem = missingCredential(values);
    setMissing(problem);
    if (problem) setFocus(values.username.trim() ? 'password' : 'username');
    else signIn.mutate(values, { onError });
  });
  const forget = () => {
    setMissing(null);
    signIn.reset();
  };
  const failure = signIn.error && signInProblem(signIn.error, 'Sign-in failed');
  const problem = missing === null ? failure : { text: missing };
  const typed = () => getValues('username').trim();
  return { register, send, forget, typed, pending: signIn.isPending, missing: missing !== null, problem };
}

export function TeacherLoginForm({
  config,
  email,
  startAtPassword,
  onCreateAccount,
  onForgotten,
  onHandOff,
  onNeeded,
}: TeacherLoginFormProps) {
  const alertId = useId();
  const byEmail = useEmail({ config, email, startAtPassword, onNeeded });
  const google = useGoogle({ config, onHandOff, onNeeded });
  useDialogGuard({ dirty: false, busy: byEmail.pending || google.pending !== undefined });
  const { register, pending } = byEmail;
  const problem = byEmail.problem ?? google.problem;
  // Shown too when the server didn't say whether there is a provider.
  const googleButton = config?.identityProvider !== null && (
    <GoogleButton
      pending={google.pending}
      onPress={() => {
        if (pending) return;
        byEmail.forget();
        google.press();
      }}
      onCancel={google.forget}
    />
  );

  return (
    <form
      noValidate
      onSubmit={(event) => {
        google.forget();
        void byEmail.send(event);
      }}
      className="mt-5 flex flex-col gap-4"
    >
      <CredentialFields register={register} errorId={byEmail.missing ? alertId : undefined} />
      {problem && !pending && !google.pending && <ProblemNote id={alertId} problem={problem} />}
      <Button variant="primary" size="large" block type="submit" pending={pending} pendingLabel="Signing in">
        Teacher Login
      </Button>
      <Forgotten
        disabled={pending}
        onPress={() => {
          onForgotten(byEmail.typed());
        }}
      />
      <OtherWays onCreateAccount={onCreateAccount} googleButton={googleButton} />
    </form>
  );
}
