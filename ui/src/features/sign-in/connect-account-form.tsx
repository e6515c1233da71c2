import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import * as z from 'zod/mini';

import { isCode } from '@/api/api-error';
import { useDialogTitle } from '@/components/dialog/dialog';
import { Form } from '@/shared/form/form';
import { SecondaryButton, SubmitButton } from '@/shared/form/form-actions';
import { FormPasswordField, HiddenUsername } from '@/shared/form/form-fields';

import type { ProviderSignIn } from './provider-sign-in';
import { SignInAlert } from './sign-in-alert';
import { useConnectAccount } from './teacher-mutations';
import { toSignInFailure } from './teacher-sign-in-failure';

const schema = z.object({
  password: z.string().check(z.minLength(1, { error: () => t`Password is required.` })),
});

function Explanation({ email }: { email: string }) {
  return (
    <p className="text-ink-2">
      <Trans>
        GoalBucks already has an account with the e-mail{' '}
        <bdi className="font-mid wrap-anywhere text-ink">{email}</bdi>. Type its password once to show that it
        is yours. From then on you can sign in either way.
      </Trans>
    </p>
  );
}

type ConnectAccountFormProps = { signIn: ProviderSignIn; onBack: () => void };

/** Asks for the password of the local account with the provider's e-mail, to connect the two. */
export function ConnectAccountForm({ signIn, onBack }: ConnectAccountFormProps) {
  useDialogTitle(t`Connect your account`);
  const { email } = signIn;
  const connect = useConnectAccount(signIn);
  const failure = connect.error && toSignInFailure(connect.error, signIn.method);
  const isWrong = isCode(connect.error, 'invalid_credentials');
  return (
    <Form
      className="mt-3 flex flex-col gap-4"
      schema={schema}
      initialValues={{ password: '' }}
      initialFocus="password"
      mutation={connect}
      asksBeforeClose={false}
      onSubmit={({ password }, form) => {
        connect.mutate(password, {
          onError: () => {
            form.setFocus('password', { shouldSelect: true });
          },
        });
      }}
    >
      <Explanation email={email} />
      <HiddenUsername username={email} />
      <FormPasswordField
        name="password"
        label={t`GoalBucks password`}
        autoComplete="current-password"
        hint={t`The one that you have signed in with here so far.`}
        error={isWrong ? failure?.text : undefined}
      />
      {failure && !isWrong && <SignInAlert failure={failure} />}
      <SubmitButton
        size="large"
        block
        pendingLabel={t({ message: 'Connecting', comment: 'The accounts are being connected' })}
      >
        <Trans>Connect and Sign In</Trans>
      </SubmitButton>
      <SecondaryButton block onClick={onBack}>
        <Trans>Back</Trans>
      </SecondaryButton>
    </Form>
  );
}
