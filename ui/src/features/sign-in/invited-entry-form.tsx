import { isCode } from '@/api/api-error';
import { useStepTitle } from '@/components/dialog/dialog';
import { Form } from '@/shared/form/form';
import { SecondaryButton, SubmitButton } from '@/shared/form/form-actions';

import type { Entry } from './entry';
import { InviteCodeField } from './invite-code-field';
import { inviteCodeSchema } from './new-teacher-schema';
import { ProblemNote } from './problem-note';
import { signInProblem } from './sign-in-problem';
import { useInvitedEntry } from './teacher-queries';

type InvitedEntryFormProps = { entry: Entry; onBack: () => void };

/** Asks a teacher whom Google has named, but the school's server doesn't know, for the invite code. */
export function InvitedEntryForm({ entry, onBack }: InvitedEntryFormProps) {
  useStepTitle('Create Account');
  const entering = useInvitedEntry(entry);
  const problem = entering.error && signInProblem(entering.error, entry.fallback);
  const isWrong = isCode(entering.error, 'registration_closed');
  return (
    <Form
      className="mt-3 flex flex-col gap-4"
      schema={inviteCodeSchema}
      initialValues={{ inviteCode: '' }}
      initialFocus="inviteCode"
      mutation={entering}
      onSubmit={({ inviteCode }, form) => {
        entering.mutate(inviteCode, {
          onError: () => {
            form.setFocus('inviteCode', { shouldSelect: true });
          },
        });
      }}
    >
      <p className="text-ink-2">
        GoalBucks has no account for <bdi className="font-mid wrap-anywhere text-ink">{entry.email}</bdi> yet.
        Your school&apos;s invite code creates it, this once.
      </p>
      <InviteCodeField error={isWrong ? problem?.text : undefined} />
      {problem && !isWrong && <ProblemNote problem={problem} />}
      <SubmitButton size="large" block pendingLabel="Creating account">
        Create Account
      </SubmitButton>
      <SecondaryButton block onClick={onBack}>
        Back
      </SecondaryButton>
    </Form>
  );
}
