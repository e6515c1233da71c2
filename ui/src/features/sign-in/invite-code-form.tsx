import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import { isCode } from '@/api/api-error';
import { useDialogTitle } from '@/components/dialog/dialog';
import { Form } from '@/shared/form/form';
import { SecondaryButton, SubmitButton } from '@/shared/form/form-actions';

import { InviteCodeField } from './invite-code-field';
import { inviteCodeSchema } from './new-teacher-schema';
import type { ProviderSignIn } from './provider-sign-in';
import { SignInAlert } from './sign-in-alert';
import { useInvitedSignIn } from './teacher-mutations';
import { toSignInFailure } from './teacher-sign-in-failure';

type InviteCodeFormProps = { signIn: ProviderSignIn; onBack: () => void };

/** Asks for the invite code after a Google sign-in without an account on the school's server. */
export function InviteCodeForm({ signIn, onBack }: InviteCodeFormProps) {
  useDialogTitle(t`Create Account`);
  const { email } = signIn;
  const entering = useInvitedSignIn(signIn);
  const failure = entering.error && toSignInFailure(entering.error, signIn.method);
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
        <Trans>
          GoalBucks has no account for <bdi className="font-mid wrap-anywhere text-ink">{email}</bdi> yet.
          Your school&apos;s invite code creates it, this once.
        </Trans>
      </p>
      <InviteCodeField error={isWrong ? failure?.text : undefined} />
      {failure && !isWrong && <SignInAlert failure={failure} />}
      <SubmitButton size="large" block pendingLabel={t`Creating account`}>
        <Trans>Create Account</Trans>
      </SubmitButton>
      <SecondaryButton block onClick={onBack}>
        <Trans>Back</Trans>
      </SecondaryButton>
    </Form>
  );
}
