import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useId, useState } from 'react';
import { useFormContext, type UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';

import type { AuthConfig } from '@/api/types';
import { Button } from '@/components/button';
import { useBlockClosing } from '@/components/dialog/unsaved-changes';
import { Form } from '@/shared/form/form';
import { SecondaryButton, SubmitButton } from '@/shared/form/form-actions';
import { FormPasswordField, FormTextField } from '@/shared/form/form-fields';

import { isInDesktopWindow } from './desktop-window';
import { GoogleButton } from './google-button';
import { type RequiredCredential, requiredCredential, isRejectedLocally } from './provider-sign-in';
import { SignInAlert } from './sign-in-alert';
import { NETWORK_ERROR } from './sign-in-failure';
import { type MissingCredential, missingCredential, missingCredentialMessages } from './sign-in-rules';
import { type TeacherCredentials, useTeacherSignIn } from './teacher-mutations';
import { notConfiguredFailure, type SignInFailure, toSignInFailure } from './teacher-sign-in-failure';
import { useGooglePopup } from './use-google-popup';

type TeacherLoginFormProps = {
  /** Undefined if the server didn't respond. */
  config: AuthConfig | undefined;
  /** Prefilled e-mail. */
  email: string;
  /** Focus the password rather than the e-mail. */
  startAtPassword: boolean;
  /** Undefined where registration isn't allowed. */
  onCreateAccount: (() => void) | undefined;
  /** Called with the typed e-mail. */
  onForgotPassword: (email: string) => void;
  /** Continues the Google sign-in in the system's browser. */
  onBrowserSignIn: () => void;
  /** Called when the server requires an additional credential. */
  onCredentialRequired: (needed: RequiredCredential) => void;
  /** Undefined where no class has a substitute code. */
  onSubstitute: (() => void) | undefined;
};

type OtherSignInOptionsProps = Pick<TeacherLoginFormProps, 'onCreateAccount' | 'onSubstitute'> & {
  googleButton: ReactNode;
};

function OtherSignInOptions({ onCreateAccount, onSubstitute, googleButton }: OtherSignInOptionsProps) {
  return (
    <>
      {onCreateAccount ? (
        <Button variant="soft" block onClick={onCreateAccount}>
          <Trans>Create Account</Trans>
        </Button>
      ) : (
        <p className="text-center text-small text-balance text-ink-2">
          <Trans>New teacher accounts are created on the class computer.</Trans>
        </p>
      )}
      <p className="flex items-center gap-3 text-small text-ink-2 before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        <Trans comment="Above the button 'Sign in with Google'">Or continue with</Trans>
      </p>
      {googleButton}
      {onSubstitute && (
        <SecondaryButton variant="link" className="-my-1 min-h-11 self-center" onClick={onSubstitute}>
          <Trans>I Have a Substitute Code</Trans>
        </SecondaryButton>
      )}
    </>
  );
}

function CredentialFields({ errorId }: { errorId: string | undefined }) {
  return (
    <>
      <FormTextField
        name="username"
        label={t`Email`}
        type="email"
        autoComplete="username"
        errorId={errorId}
      />
      <FormPasswordField
        name="password"
        label={t`Password`}
        autoComplete="current-password"
        errorId={errorId}
      />
    </>
  );
}

function ForgottenButton({ onPress }: { onPress: (email: string) => void }) {
  const { getValues } = useFormContext<TeacherCredentials>();
  return (
    <SecondaryButton
      variant="link"
      className="-my-2 self-center"
      onClick={() => {
        onPress(getValues('username').trim());
      }}
    >
      <Trans>Forgot your password?</Trans>
    </SecondaryButton>
  );
}

type GoogleSignInOptions = Pick<TeacherLoginFormProps, 'config' | 'onBrowserSignIn' | 'onCredentialRequired'>;

function useGoogleSignIn({ config, onBrowserSignIn, onCredentialRequired }: GoogleSignInOptions) {
  const [note, setNote] = useState<SignInFailure | null>(null);
  const popup = useGooglePopup(config?.identityProvider ?? null, onCredentialRequired);
  const press = () => {
    setNote(null);
    if (!config) setNote({ text: i18n._(NETWORK_ERROR) });
    else if (config.identityProvider === null) setNote(notConfiguredFailure());
    else if (isInDesktopWindow()) onBrowserSignIn();
    else popup.start();
  };
  const reset = () => {
    setNote(null);
    popup.reset();
  };
  const failure = note ?? (popup.error && toSignInFailure(popup.error, 'google'));
  return { press, reset, pending: popup.pending, failure };
}

function useEmailSignIn({
  config,
  onCredentialRequired,
}: Pick<GoogleSignInOptions, 'config' | 'onCredentialRequired'>) {
  const [missing, setMissing] = useState<MissingCredential | null>(null);
  const signIn = useTeacherSignIn(config?.identityProvider ?? null);
  const send = (values: TeacherCredentials, { setFocus }: UseFormReturn<TeacherCredentials>) => {
    const credential = missingCredential(values);
    setMissing(credential);
    if (credential) {
      setFocus(values.username.trim() ? 'password' : 'username');
      return;
    }
    signIn.mutate(values, {
      onError: (error) => {
        const needed = requiredCredential(error);
        if (needed) onCredentialRequired(needed);
        else if (isRejectedLocally(error)) setFocus('password', { shouldSelect: true });
      },
    });
  };
  const reset = () => {
    setMissing(null);
    signIn.reset();
  };
  const failure =
    missing === null
      ? signIn.error && toSignInFailure(signIn.error, 'password')
      : { text: i18n._(missingCredentialMessages[missing]) };
  const isInvalid = missing !== null || isRejectedLocally(signIn.error);
  return { send, reset, pending: signIn.isPending, isInvalid, failure };
}

/** Empty fields are reported by `missingCredential` rather than the schema: one message concerns both fields. */
const schema = z.object({ username: z.string(), password: z.string() });

export function TeacherLoginForm({
  config,
  email,
  startAtPassword,
  onCreateAccount,
  onForgotPassword,
  onBrowserSignIn,
  onCredentialRequired,
  onSubstitute,
}: TeacherLoginFormProps) {
  const alertId = useId();
  const byEmail = useEmailSignIn({ config, onCredentialRequired });
  const google = useGoogleSignIn({ config, onBrowserSignIn, onCredentialRequired });
  const { pending } = byEmail;
  useBlockClosing(pending || google.pending !== undefined);
  const failure = byEmail.failure ?? google.failure;
  const googleButton = (
    <GoogleButton
      available={config?.identityProvider !== null}
      pending={google.pending}
      onPress={() => {
        if (pending) return;
        byEmail.reset();
        google.press();
      }}
      onCancel={google.reset}
    />
  );

  return (
    <Form
      schema={schema}
      initialValues={{ username: email, password: '' }}
      initialFocus={startAtPassword ? 'password' : 'username'}
      mutation={{ error: null, isPending: pending }}
      asksBeforeClose={false}
      onSubmit={(values, form) => {
        google.reset();
        byEmail.send(values, form);
      }}
    >
      <CredentialFields errorId={byEmail.isInvalid ? alertId : undefined} />
      {failure && !pending && !google.pending && <SignInAlert id={alertId} failure={failure} />}
      <SubmitButton size="large" block pendingLabel={t`Signing in`}>
        <Trans>Teacher Login</Trans>
      </SubmitButton>
      <ForgottenButton onPress={onForgotPassword} />
      <OtherSignInOptions {...{ onCreateAccount, onSubstitute, googleButton }} />
    </Form>
  );
}
