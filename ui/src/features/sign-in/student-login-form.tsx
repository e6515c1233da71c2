import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';

import { isStatus } from '@/api/api-error';
import { type StudentCredentials, useStudentSignIn } from '@/auth/mutations';
import { useBlockClosing } from '@/components/dialog/unsaved-changes';
import { FormAlert } from '@/components/form-alert';
import { PasswordField, TextField } from '@/components/input';

import { rememberLoginWay } from './login-way';
import { studentLoginFailure } from './sign-in-failure';
import { type MissingCredential, missingCredential, missingCredentialMessages } from './sign-in-rules';
import { StudentLoginButton } from './student-login-button';

function readForm(form: HTMLFormElement): StudentCredentials {
  const filled = new FormData(form);
  const text = (name: keyof StudentCredentials) => {
    const value = filled.get(name);
    return typeof value === 'string' ? value : '';
  };
  return { username: text('username'), password: text('password'), classCode: text('classCode') };
}

/** Doesn't use `Form`, whose libraries would add 20 KB to every student's first load. */
function useStudentLogin(startAtPassword: boolean) {
  const [missing, setMissing] = useState<MissingCredential | null>(null);
  const signIn = useStudentSignIn();
  const form = useRef<HTMLFormElement>(null);
  // `isPending` is true only from the next render.
  const isSending = useRef(false);
  const focus = (name: keyof StudentCredentials) =>
    form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();
  // Focus the password if everything else is known, after the dialog has focused its first field.
  useEffect(() => {
    if (!startAtPassword) return;
    const timer = setTimeout(() => form.current?.querySelector<HTMLInputElement>('[name=password]')?.focus());
    return () => {
      clearTimeout(timer);
    };
  }, [startAtPassword]);
  // A dialog focuses its first field when it opens, but not when its view changes.
  useEffect(() => {
    if (document.activeElement?.contains(form.current)) focus('username');
  }, []);
  const send = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending.current) return;
    const values = readForm(event.currentTarget);
    const credential = missingCredential(values);
    setMissing(credential);
    if (credential === 'classCode') focus('classCode');
    else if (credential) focus(values.username.trim() ? 'password' : 'username');
    else {
      isSending.current = true;
      signIn.mutate(values, {
        onSuccess: () => {
          rememberLoginWay('password');
        },
        onSettled: () => {
          isSending.current = false;
        },
        onError: (error) => {
          if (isStatus(error, 401)) focus('password');
        },
      });
    }
  };
  const failure = signIn.isError ? studentLoginFailure(signIn.error) : null;
  const message = missing ? i18n._(missingCredentialMessages[missing]) : failure;
  const rejected = isStatus(signIn.error, 401);
  return { form, send, pending: signIn.isPending, missing, rejected, message };
}

type StudentLoginFormProps = { username?: string | undefined; classCode?: string | undefined };

type FieldsProps = StudentLoginFormProps & {
  missing: MissingCredential | null;
  /** Whether the server has rejected the fields. */
  rejected: boolean;
  alertId: string;
};

function Fields({ username, classCode, missing, rejected, alertId }: FieldsProps) {
  const errorIdFor = (credential: MissingCredential) =>
    rejected || missing === credential ? alertId : undefined;
  return (
    <>
      <TextField
        label={t`Username`}
        name="username"
        defaultValue={username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        inputClass="ltr-text"
        errorId={errorIdFor('credentials')}
      />
      <PasswordField
        label={t`Password`}
        name="password"
        autoComplete="current-password"
        errorId={errorIdFor('credentials')}
      />
      <TextField
        label={t`Class Code`}
        name="classCode"
        defaultValue={classCode}
        hint={t`6 letters and numbers, on the board in your classroom.`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        inputClass="ltr-text text-lead font-bold tracking-code uppercase"
        errorId={errorIdFor('classCode')}
      />
    </>
  );
}

/** `username` and `classCode` prefill the form; `otherWays` to sign in stand below its button. */
export function StudentLoginForm({
  username,
  classCode,
  otherWays,
}: StudentLoginFormProps & { otherWays: ReactNode }) {
  const alertId = useId();
  const { form, send, pending, missing, rejected, message } = useStudentLogin(Boolean(username && classCode));
  useBlockClosing(pending);
  return (
    <form ref={form} noValidate onSubmit={send} className="mt-5 flex flex-col gap-4">
      <Fields
        username={username}
        classCode={classCode}
        missing={missing}
        rejected={rejected}
        alertId={alertId}
      />
      {message && !pending && <FormAlert id={alertId}>{message}</FormAlert>}
      <StudentLoginButton pending={pending} />
      {otherWays}
      <p className="text-center text-small text-balance text-ink-2">
        <Trans>
          Don&apos;t have an account? Unfortunately, this platform only supports teacher created accounts
          right now.
        </Trans>
      </p>
    </form>
  );
}
