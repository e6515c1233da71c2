import { useEffect } from 'react';
import { useForm } from 'react-hook-form';

import { isCode } from '@/api/api-error';
import { Button } from '@/components/button';
import { useDialogGuard, useStepTitle } from '@/components/dialog/dialog';

import type { Entry } from './entry';
import { InviteCodeField } from './invite-code-field';
import { INVITE_CODE_REQUIRED } from './new-teacher-schema';
import { ProblemNote } from './problem-note';
import { signInProblem } from './sign-in-problem';
import { useInvitedEntry } from './teacher-queries';

function useInviteForm(entry: Entry) {
  const entering = useInvitedEntry(entry);
  const { register, handleSubmit, setFocus, formState } = useForm({ defaultValues: { inviteCode: '' } });
  useEffect(() => {
    setFocus('inviteCode');
  }, [setFocus]);
  const send = handleSubmit(({ inviteCode }) => {
    entering.mutate(inviteCode, {
      onError: () => {
        setFocus('inviteCode', { shouldSelect: true });
      },
    });
  });
  const problem = entering.error && signInProblem(entering.error, entry.fallback);
  const wrong = isCode(entering.error, 'registration_closed');
  return {
    register,
    send,
    dirty: formState.isDirty,
    pending: entering.isPending,
    fieldError: formState.errors.inviteCode?.message ?? (wrong ? problem?.text : undefined),
    problem: wrong ? null : problem,
  };
}

type InvitedEntryFormProps = { entry: Entry; onBack: () => void };

/** Google has named somebody whom the school's server doesn't know: the invite code makes the account. */
export function InvitedEntryForm({ entry, onBack }: InvitedEntryFormProps) {
  const { register, send, dirty, pending, fieldError, problem } = useInviteForm(entry);
  useStepTitle('Create Account');
  useDialogGuard({ dirty, busy: pending });
  return (
    <form noValidate onSubmit={send} className="mt-3 flex flex-col gap-4">
      <p className="text-ink-2">
        GoalBucks has no account for <bdi className="font-mid wrap-anywhere text-ink">{entry.email}</bdi> yet.
        Your school&apos;s invite code creates it, this once.
      </p>
      <InviteCodeField
        error={fieldError}
        {...register('inviteCode', {
          validate: (typed) => typed.trim() !== '' || INVITE_CODE_REQUIRED,
        })}
      />
      {problem && !pending && <ProblemNote problem={problem} />}
      <Button
        variant="primary"
        size="large"
        block
        type="submit"
        pending={pending}
        pendingLabel="Creating account"
      >
        Create Account
      </Button>
      <Button variant="ghost" block disabled={pending} onClick={onBack}>
        Back
      </Button>
    </form>
  );
}
