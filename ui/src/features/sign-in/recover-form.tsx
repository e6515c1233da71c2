import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import { useNavigate } from 'react-router';

import { isStatus, outageOf } from '@/api/api-error';
import { isShownAtFields } from '@/api/server-field-error';
import { isSchoolServer } from '@/api/server-kind';
import { useDialogTitle } from '@/components/dialog/dialog';
import { Form } from '@/shared/form/form';
import { SecondaryButton, SubmitButton } from '@/shared/form/form-actions';
import { FormPasswordField, FormTextField } from '@/shared/form/form-fields';

import { useRecover } from './recovery-mutations';
import { recoverySchema } from './recovery-schema';
import { SignInAlert } from './sign-in-alert';
import { type SignInFailure, toSignInFailure } from './teacher-sign-in-failure';

function toRecoveryFailure(error: Error | null): SignInFailure | null {
  if (error === null || isShownAtFields(error, ['username', 'code', 'newPassword'])) return null;
  const failure = toSignInFailure(error, 'password');
  const hints = [
    outageOf(error) !== null &&
      t`Your new password may count already, and the code be used up: go back and try to sign in with it.`,
    isStatus(error, 401) && t`If you have just set a new password with it, go back and sign in with that.`,
  ];
  return { ...failure, hint: hints.find((hint) => hint !== false) };
}

function NoCodeHint() {
  return (
    <p className="text-small text-balance text-ink-2">
      {isSchoolServer() ? (
        <Trans>
          No code? Look for the card that you printed, or ask whoever runs GoalBucks at your school for a new
          password.
        </Trans>
      ) : (
        <Trans>
          No code? Look for the card that you printed: without it nobody can set a new password here.
        </Trans>
      )}
    </p>
  );
}

type RecoverFormProps = {
  /** E-mail already typed in the login form. */
  email: string;
  /** Whether an identity provider is configured. */
  hasProvider: boolean;
  onBack: () => void;
};

function Fields({ errorId }: { errorId: string | undefined }) {
  return (
    <>
      <FormTextField
        name="username"
        label={t`Email`}
        type="email"
        autoComplete="username"
        errorId={errorId}
      />
      <FormTextField
        name="code"
        label={t`Recovery code`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        inputClass="uppercase"
        errorId={errorId}
        hint={t`Four groups of five letters and digits. Dashes and blanks don't matter.`}
      />
      <FormPasswordField
        name="newPassword"
        label={t`New password`}
        autoComplete="new-password"
        hint={t`At least 6 characters.`}
      />
    </>
  );
}

/** Resets a forgotten password with the recovery code. */
export function RecoverForm({ email, hasProvider, onBack }: RecoverFormProps) {
  useDialogTitle(t`Forgot your password?`);
  const alertId = useId();
  const navigate = useNavigate();
  const recover = useRecover(() => void navigate('/teacher/settings'));
  const failure = toRecoveryFailure(recover.error);
  return (
    <Form
      className="mt-3 flex flex-col gap-4"
      schema={recoverySchema}
      initialValues={{ username: email, code: '', newPassword: '' }}
      initialFocus={email ? 'code' : 'username'}
      mutation={recover}
      onSubmit={(values, form) => {
        recover.mutate(values, {
          onError: (error) => {
            if (isStatus(error, 401)) form.setFocus('code', { shouldSelect: true });
          },
        });
      }}
    >
      <p className="text-ink-2">
        {hasProvider ? (
          <Trans>
            Type the recovery code that you printed or wrote down, and choose a new password. The password of
            a Google or school account is reset there, not here.
          </Trans>
        ) : (
          <Trans>Type the recovery code that you printed or wrote down, and choose a new password.</Trans>
        )}
      </p>
      <Fields errorId={failure && isStatus(recover.error, 401) ? alertId : undefined} />
      {failure && <SignInAlert id={alertId} failure={failure} />}
      <SubmitButton size="large" block pendingLabel={t`Signing in`}>
        <Trans>Set Password and Sign In</Trans>
      </SubmitButton>
      <SecondaryButton block onClick={onBack}>
        <Trans>Back to Login</Trans>
      </SecondaryButton>
      <NoCodeHint />
    </Form>
  );
}
