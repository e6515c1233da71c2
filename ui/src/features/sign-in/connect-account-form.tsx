import { useEffect } from 'react';
import { useForm } from 'react-hook-form';

import { isCode } from '@/api/api-error';
import { Button } from '@/components/button';
import { useDialogGuard, useStepTitle } from '@/components/dialog/dialog';
import { PasswordField } from '@/components/input';

import type { Entry } from './entry';
import { ProblemNote } from './problem-note';
import { signInProblem } from './sign-in-problem';
import { useConnectAccount } from './teacher-queries';

function useConnectForm(entry: Entry) {
  const connect = useConnectAccount(entry);
  const { register, handleSubmit, setFocus, formState } = useForm({ defaultValues: { password: '' } });
  useEffect(() => {
    setFocus('password');
  }, [setFocus]);
  const send = handleSubmit(({ password }) => {
    connect.mutate(password, {
      onError: () => {
        setFocus('password', { shouldSelect: true });
      },
    });
  });
  const problem = connect.error && signInProblem(connect.error, entry.fallback);
  const wrong = isCode(connect.error, 'invalid_credentials');
  return {
    register,
    send,
    pending: connect.isPending,
    fieldError: formState.errors.password?.message ?? (wrong ? problem?.text : undefined),
    problem: wrong ? null : problem,
  };
}

type ConnectAccountFormProps = { entry: Entry; onBack: () => void };

/** Whoever has the e-mail at the provider still proves that the account here is theirs. */
export function ConnectAccountForm({ entry, onBack }: ConnectAccountFormProps) {
  const { register, send, pending, fieldError, problem } = useConnectForm(entry);
  useStepTitle('Connect your account');
  useDialogGuard({ dirty: false, busy: pending });
  return (
    <form noValidate onSubmit={send} className="mt-3 flex flex-col gap-4">
      <p className="text-ink-2">
        GoalBucks already has an account with the e-mail{' '}
        <bdi className="font-mid wrap-anywhere text-ink">{entry.email}</bdi>. Type its password once to show
        that it is yours. From then on you can sign in either way.
      </p>
      {/* For the browser's password store: whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={entry.email} readOnly hidden />
      <PasswordField
        label="GoalBucks password"
        autoComplete="current-password"
        hint="The one that you have signed in with here so far."
        error={fieldError}
        {...register('password', { required: 'Password is required.' })}
      />
      {problem && !pending && <ProblemNote problem={problem} />}
      <Button variant="primary" size="large" block type="submit" pending={pending} pendingLabel="Connecting">
        Connect and Sign In
      </Button>
      <Button variant="ghost" block disabled={pending} onClick={onBack}>
        Back
      </Button>
    </form>
  );
}
