import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';

import { isCode, isStatus } from '@/api/api-error';
import type { IdentityProviderConfig } from '@/api/types';
import { authConfigQuery } from '@/auth/auth-config';
import { Button } from '@/components/button';
import { useDialogGuard } from '@/components/dialog/dialog';
import { PasswordField, TextField } from '@/components/input';
import { useFailureFocus } from '@/hooks/use-failure-focus';

import { isTaken } from './identity-meanings';
import { InviteCodeField } from './invite-code-field';
import { usePreloadedProvider } from './load-identity-provider';
import { LoadingForm } from './loading-form';
import { invitedTeacherSchema, newTeacherSchema } from './new-teacher-schema';
import { ProblemNote } from './problem-note';
import { type Problem, signInProblem } from './sign-in-problem';
import { type NewTeacher, useRegisterTeacher } from './teacher-queries';

function useNewTeacherForm(school: boolean) {
  const { register, handleSubmit, setFocus, formState } = useForm<NewTeacher>({
    resolver: standardSchemaResolver(school ? invitedTeacherSchema : newTeacherSchema),
    defaultValues: { name: '', email: '', password: '', inviteCode: '' },
  });
  // The dialog is open already when its view changes, so it looks for no first field again.
  useEffect(() => {
    setFocus('name');
  }, [setFocus]);
  return { register, handleSubmit, formState };
}

type FormProps = {
  identityProvider: IdentityProviderConfig | null;
  /** Its invite code is asked for. */
  school: boolean;
  /** This view came first, and Google is another way to an account. */
  offersGoogle: boolean;
  onBack: () => void;
};

function registrationProblem(error: Error, identityProvider: IdentityProviderConfig | null): Problem {
  const problem = signInProblem(error, 'Registration failed');
  if (isCode(error, 'registration_closed')) return { ...problem, field: 'inviteCode' };
  const taken = isTaken(error) || (identityProvider && isCode(error, 'email_taken'));
  if (!taken) return problem;
  return { ...problem, hint: 'If you signed in with Google before, go back and press Sign in with Google.' };
}

function useRegistration(identityProvider: IdentityProviderConfig | null) {
  const { mutate, error, isPending } = useRegisterTeacher(identityProvider);
  const problem = error && registrationProblem(error, identityProvider);
  const refused: Partial<Record<string, string>> = isStatus(error, 422) ? error.fields : {};
  const messageOf = (name: keyof NewTeacher) => (problem?.field === name ? problem.text : refused[name]);
  return { mutate, error, isPending, problem: problem?.field ? null : problem, messageOf };
}

function GoogleHint() {
  return (
    <p className="text-center text-small text-balance text-ink-2">
      To use your Google account instead, go back and press Sign in with Google.
    </p>
  );
}

function NewAccount({ identityProvider, school, offersGoogle, onBack }: FormProps) {
  const { mutate, error, isPending, problem, messageOf } = useRegistration(identityProvider);
  const { register, handleSubmit, formState } = useNewTeacherForm(school);
  useDialogGuard({ dirty: formState.isDirty, busy: isPending });
  const note = useFailureFocus(error);
  const message = (name: keyof NewTeacher) => formState.errors[name]?.message ?? messageOf(name);

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
      {school && <InviteCodeField error={message('inviteCode')} {...register('inviteCode')} />}
      <div ref={note} className="empty:hidden">
        {problem && !isPending && <ProblemNote problem={problem} />}
      </div>
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
      {offersGoogle && <GoogleHint />}
      <Button variant="ghost" block onClick={onBack}>
        Back to Login
      </Button>
    </form>
  );
}

export function CreateAccountForm({ onBack }: { onBack: () => void }) {
  const { data, isPending } = useQuery(authConfigQuery);
  const identityProvider = data?.identityProvider ?? null;
  usePreloadedProvider(identityProvider);
  if (isPending) return <LoadingForm />;
  const offersGoogle = identityProvider !== null && data?.setupNeeded === true;
  return <NewAccount {...{ identityProvider, offersGoogle, onBack }} school={data?.school === true} />;
}
