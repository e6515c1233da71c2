import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';

import { isStatus, whoIsSilent } from '@/api/api-error';
import { fieldMessage } from '@/api/field-message';
import { Button } from '@/components/button';
import { useDialogGuard, useStepTitle } from '@/components/dialog/dialog';
import { PasswordField, TextField } from '@/components/input';
import { isSchoolServer } from '@/lib/host';

import { ProblemNote } from './problem-note';
import { type Recovery, useRecover } from './recovery-queries';
import { recoverySchema } from './recovery-schema';
import { type Problem, signInProblem } from './sign-in-problem';

function problemOf(error: Error | null): Problem | null {
  if (error === null || (isStatus(error, 422) && error.fields['newPassword'] !== undefined)) return null;
  const problem = signInProblem(error, 'Sign-in failed');
  const hints = [
    whoIsSilent(error) !== null &&
      'Your new password may count already, and the code be used up: go back and try to sign in with it.',
    isStatus(error, 401) && 'If you have just set a new password with it, go back and sign in with that.',
  ];
  return { ...problem, hint: hints.find((hint) => hint !== false) };
}

function NoCode() {
  return (
    <p className="text-small text-balance text-ink-2">
      No code? Look for the card that you printed
      {isSchoolServer()
        ? ', or ask whoever runs GoalBucks at your school for a new password.'
        : ': without it nobody can set a new password here.'}
    </p>
  );
}

function useRecovery(email: string) {
  const navigate = useNavigate();
  const recover = useRecover(() => void navigate('/teacher/settings'));
  const form = useForm<Recovery>({
    resolver: standardSchemaResolver(recoverySchema),
    defaultValues: { username: email, code: '', newPassword: '' },
  });
  const { setFocus } = form;
  // The dialog is open already when its view changes, so it looks for no first field again.
  useEffect(() => {
    setFocus(email ? 'code' : 'username');
  }, [setFocus, email]);
  const send = form.handleSubmit((values) => {
    recover.mutate(values, {
      onError: (error) => {
        if (isStatus(error, 401)) setFocus('code', { shouldSelect: true });
      },
    });
  });
  return { form, send, error: recover.error, pending: recover.isPending };
}

type RecoverFormProps = {
  /** What was typed in the login already. */
  email: string;
  /** The identity provider resets its own passwords. */
  hasProvider: boolean;
  onBack: () => void;
};

/** For a teacher who forgot the password: the code on paper, and a new password. */
export function RecoverForm({ email, hasProvider, onBack }: RecoverFormProps) {
  useStepTitle('Forgot your password?');
  const { form, send, error, pending } = useRecovery(email);
  const { register, formState } = form;
  useDialogGuard({ dirty: formState.isDirty, busy: pending });
  const problem = problemOf(error);
  const message = (name: keyof Recovery) => formState.errors[name]?.message;
  return (
    <form noValidate onSubmit={send} className="mt-3 flex flex-col gap-4">
      <p className="text-ink-2">
        Type the recovery code that you printed or wrote down, and choose a new password.
        {hasProvider && ' The password of a Google or school account is reset there, not here.'}
      </p>
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        error={message('username')}
        {...register('username')}
      />
      <TextField
        label="Recovery code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        inputClass="uppercase"
        hint="Four groups of five letters and digits. Dashes and blanks don't matter."
        error={message('code')}
        {...register('code')}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint="At least 6 characters."
        error={message('newPassword') ?? fieldMessage(error, 'newPassword', 'New password')}
        {...register('newPassword')}
      />
      {problem && !pending && <ProblemNote problem={problem} />}
      <Button variant="primary" size="large" block type="submit" pending={pending} pendingLabel="Signing in">
        Set Password and Sign In
      </Button>
      <Button variant="ghost" block disabled={pending} onClick={onBack}>
        Back to Login
      </Button>
      <NoCode />
    </form>
  );
}
