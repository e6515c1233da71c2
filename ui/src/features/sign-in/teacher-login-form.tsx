import { type ReactNode, useId, useState } from 'react';
import { useFormContext, type UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';

import type { AuthConfig } from '@/api/types';
import { Button } from '@/components/button';
import { useDialogGuard } from '@/components/dialog/dialog';
import { Form } from '@/shared/form/form';
import { SecondaryButton, SubmitButton } from '@/shared/form/form-actions';
import { FormPasswordField, FormTextField } from '@/shared/form/form-fields';

import { isInDesktopWindow } from './desktop-window';
import { type Needed, neededFor, isRefusedHere } from './entry';
import { GoogleButton } from './google-button';
import { ProblemNote } from './problem-note';
import { NETWORK_ERROR } from './sign-in-failure';
import { type Problem, signInProblem } from './sign-in-problem';
import { missingCredential } from './sign-in-rules';
import { type TeacherCredentials, useTeacherSignIn } from './teacher-queries';
import { useGooglePopup } from './use-google-popup';

type TeacherLoginFormProps = {
  /** Undefined when the server didn't say. */
  config: AuthConfig | undefined;
  /** What the teacher is known by already. */
  email: string;
  /** The e-mail is right, as far as is known. */
  startAtPassword: boolean;
  /** Without it new accounts are made on the class computer. */
  onCreateAccount: (() => void) | undefined;
  /** With the e-mail that was typed: the printed code helps. */
  onForgotten: (email: string) => void;
  /** Google's sign-in goes on in the system's browser. */
  onHandOff: () => void;
  /** The server wants something else first. */
  onNeeded: (needed: Needed) => void;
};

type OtherWaysProps = Pick<TeacherLoginFormProps, 'onCreateAccount'> & {
  /** Null where no identity provider is set up. */
  googleButton: ReactNode;
};

function OtherWays({ onCreateAccount, googleButton }: OtherWaysProps) {
  return (
    <>
      {onCreateAccount ? (
        <Button variant="soft" block onClick={onCreateAccount}>
          Create Account
        </Button>
      ) : (
        <p className="text-center text-small text-balance text-ink-2">
          New teacher accounts are created on the class computer.
        </p>
      )}
      {googleButton && (
        <>
          <p className="flex items-center gap-3 text-small text-ink-2 before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
            Or continue with
          </p>
          {googleButton}
        </>
      )}
    </>
  );
}

function CredentialFields({ errorId }: { errorId: string | undefined }) {
  return (
    <>
      <FormTextField name="username" label="Email" type="email" autoComplete="username" errorId={errorId} />
      <FormPasswordField name="password" label="Password" autoComplete="current-password" errorId={errorId} />
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
      Forgot your password?
    </SecondaryButton>
  );
}

type Ways = Pick<TeacherLoginFormProps, 'config' | 'onHandOff' | 'onNeeded'>;

function useGoogle({ config, onHandOff, onNeeded }: Ways) {
  const [note, setNote] = useState<Problem | null>(null);
  const popup = useGooglePopup(config?.identityProvider ?? null, onNeeded);
  const press = () => {
    setNote(null);
    if (!config) setNote({ text: NETWORK_ERROR });
    else if (isInDesktopWindow()) onHandOff();
    else popup.start();
  };
  const forget = () => {
    setNote(null);
    popup.forget();
  };
  const failure = popup.error && signInProblem(popup.error, 'Google sign-in failed');
  return { press, forget, pending: popup.pending, problem: note ?? failure };
}

function useEmail({ config, onNeeded }: Pick<Ways, 'config' | 'onNeeded'>) {
  const [missing, setMissing] = useState<string | null>(null);
  const signIn = useTeacherSignIn(config?.identityProvider ?? null);
  const send = (values: TeacherCredentials, { setFocus }: UseFormReturn<TeacherCredentials>) => {
    const problem = missingCredential(values);
    setMissing(problem);
    if (problem) {
      setFocus(values.username.trim() ? 'password' : 'username');
      return;
    }
    signIn.mutate(values, {
      onError: (error) => {
        const needed = neededFor(error);
        if (needed) onNeeded(needed);
        else if (isRefusedHere(error)) setFocus('password', { shouldSelect: true });
      },
    });
  };
  const forget = () => {
    setMissing(null);
    signIn.reset();
  };
  const failure = signIn.error && signInProblem(signIn.error, 'Sign-in failed');
  const problem = missing === null ? failure : { text: missing };
  return { send, forget, pending: signIn.isPending, missing: missing !== null, problem };
}

/** One message is about both fields, in the specification's words: `missingCredential` finds it, not the schema. */
const schema = z.object({ username: z.string(), password: z.string() });

export function TeacherLoginForm({
  config,
  email,
  startAtPassword,
  onCreateAccount,
  onForgotten,
  onHandOff,
  onNeeded,
}: TeacherLoginFormProps) {
  const alertId = useId();
  const byEmail = useEmail({ config, onNeeded });
  const google = useGoogle({ config, onHandOff, onNeeded });
  const { pending } = byEmail;
  useDialogGuard({ dirty: false, busy: pending || google.pending !== undefined });
  const problem = byEmail.problem ?? google.problem;
  // Shown too when the server didn't say whether there is a provider.
  const googleButton = config?.identityProvider !== null && (
    <GoogleButton
      pending={google.pending}
      onPress={() => {
        if (pending) return;
        byEmail.forget();
        google.press();
      }}
      onCancel={google.forget}
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
        google.forget();
        byEmail.send(values, form);
      }}
    >
      <CredentialFields errorId={byEmail.missing ? alertId : undefined} />
      {problem && !pending && !google.pending && <ProblemNote id={alertId} problem={problem} />}
      <SubmitButton size="large" block pendingLabel="Signing in">
        Teacher Login
      </SubmitButton>
      <ForgottenButton onPress={onForgotten} />
      <OtherWays onCreateAccount={onCreateAccount} googleButton={googleButton} />
    </Form>
  );
}
