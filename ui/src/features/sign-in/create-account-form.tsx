import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';

import { isCode } from '@/api/api-error';
import { isShownAtFields } from '@/api/server-field-error';
import type { IdentityProviderConfig } from '@/api/types';
import { authConfigQuery } from '@/auth/auth-config';
import { Button } from '@/components/button';
import { useFailureFocus } from '@/hooks/use-failure-focus';
import { Form } from '@/shared/form/form';
import { SubmitButton } from '@/shared/form/form-actions';
import { FormPasswordField, FormTextField } from '@/shared/form/form-fields';

import { InviteCodeField } from './invite-code-field';
import { usePreloadedProvider } from './load-identity-provider';
import { LoadingForm } from './loading-form';
import { invitedTeacherSchema, newTeacherSchema } from './new-teacher-schema';
import { isEmailTaken } from './provider-error-messages';
import { SignInAlert } from './sign-in-alert';
import { type NewTeacher, useRegisterTeacher } from './teacher-mutations';
import { type SignInFailure, toSignInFailure } from './teacher-sign-in-failure';

type FormProps = {
  identityProvider: IdentityProviderConfig | null;
  /** Whether an invite code is required. */
  isSchool: boolean;
  /** Whether to mention Google as an alternative. */
  offersGoogle: boolean;
  onBack: () => void;
};

function toRegistrationFailure(error: Error, identityProvider: IdentityProviderConfig | null): SignInFailure {
  const failure = toSignInFailure(error, 'registration');
  if (isCode(error, 'registration_closed')) return { ...failure, field: 'inviteCode' };
  const taken = isEmailTaken(error) || (identityProvider && isCode(error, 'email_taken'));
  if (!taken) return failure;
  return { ...failure, hint: t`If you signed in with Google before, go back and press Sign in with Google.` };
}

function GoogleHint() {
  return (
    <p className="text-center text-small text-balance text-ink-2">
      <Trans>To use your Google account instead, go back and press Sign in with Google.</Trans>
    </p>
  );
}

const EMPTY: NewTeacher = { name: '', email: '', password: '', inviteCode: '' };

function NewAccountForm({ identityProvider, isSchool, offersGoogle, onBack }: FormProps) {
  const registration = useRegisterTeacher(identityProvider);
  const { error } = registration;
  const fields = ['name', 'email', 'password', ...(isSchool ? ['inviteCode'] : [])];
  const failure =
    error && !isShownAtFields(error, fields) ? toRegistrationFailure(error, identityProvider) : null;
  const failureAt = (field: SignInFailure['field']) => (failure?.field === field ? failure?.text : undefined);
  const ref = useFailureFocus(error);
  return (
    <Form
      schema={isSchool ? invitedTeacherSchema : newTeacherSchema}
      initialValues={EMPTY}
      initialFocus="name"
      mutation={registration}
      onSubmit={(values) => {
        registration.mutate(values);
      }}
    >
      <FormTextField name="name" label={t`Full Name`} autoComplete="name" />
      <FormTextField
        name="email"
        label={t`Email`}
        type="email"
        autoComplete="username"
        error={failureAt('email')}
      />
      <FormPasswordField
        name="password"
        label={t`Password`}
        autoComplete="new-password"
        placeholder={t`Choose a password (min 6 characters)`}
        error={failureAt('password')}
      />
      {isSchool && <InviteCodeField error={failureAt('inviteCode')} />}
      <div ref={ref} className="empty:hidden">
        {failure && !failure.field && <SignInAlert failure={failure} />}
      </div>
      <SubmitButton size="large" block pendingLabel={t`Creating account`}>
        <Trans>Create Account</Trans>
      </SubmitButton>
      {offersGoogle && <GoogleHint />}
      <Button variant="ghost" block onClick={onBack}>
        <Trans>Back to Login</Trans>
      </Button>
    </Form>
  );
}

export function CreateAccountForm({ onBack }: { onBack: () => void }) {
  const { data, isPending } = useQuery(authConfigQuery);
  const identityProvider = data?.identityProvider ?? null;
  usePreloadedProvider(identityProvider);
  if (isPending) return <LoadingForm />;
  const offersGoogle = identityProvider !== null && data?.setupNeeded === true;
  return (
    <NewAccountForm
      identityProvider={identityProvider}
      offersGoogle={offersGoogle}
      onBack={onBack}
      isSchool={data?.school === true}
    />
  );
}
