import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { AuthConfig } from '@/api/types';
import { authConfigQuery } from '@/auth/auth-config';
import { Button } from '@/components/button';

import { ConnectAccountForm } from './connect-account-form';
import type { Needed } from './entry';
import { HandOff } from './hand-off';
import { useBeginHandOff } from './hand-off-queries';
import { InvitedEntryForm } from './invited-entry-form';
import { usePreloadedProvider } from './load-identity-provider';
import { LoadingForm } from './loading-form';
import { RecoverForm } from './recover-form';
import { TeacherLoginForm } from './teacher-login-form';

/** Teachers sign in where the teacher sits; here nobody should type in vain. */
function NotOnThisDevice({ onStudentLogin }: { onStudentLogin: () => void }) {
  return (
    <div className="mt-3 flex flex-col gap-5">
      <p className="text-ink-2">
        Teachers sign in on the class computer itself. This keeps everyone&apos;s goals and GoalBucks safe. On
        this device you can sign in as a student.
      </p>
      <Button variant="primary" size="large" block onClick={onStudentLogin}>
        Student Login
      </Button>
    </div>
  );
}

type StepsProps = { config: AuthConfig | undefined; email: string; onCreateAccount: () => void };

/** The form, and what may come between it and being signed in. */
function Steps({ config, email: knownEmail, onCreateAccount }: StepsProps) {
  const [needed, setNeeded] = useState<Needed | null>(null);
  const [email, setEmail] = useState(knownEmail);
  const [recovering, setRecovering] = useState(false);
  const beginning = useBeginHandOff();
  usePreloadedProvider(config?.identityProvider ?? null);
  const begin = () => {
    beginning.mutate();
  };
  const back = () => {
    setNeeded(null);
    beginning.reset();
  };
  const ask = (next: Needed) => {
    setEmail(next.entry.email);
    setNeeded(next);
  };
  if (needed) {
    const Form = needed.proof === 'password' ? ConnectAccountForm : InvitedEntryForm;
    return <Form entry={needed.entry} onBack={back} />;
  }
  if (recovering) {
    const goBack = () => {
      setRecovering(false);
    };
    return <RecoverForm email={email} hasProvider={Boolean(config?.identityProvider)} onBack={goBack} />;
  }
  if (!beginning.isIdle) {
    return <HandOff beginning={beginning} onAgain={begin} onBack={back} onNeeded={ask} />;
  }
  return (
    <TeacherLoginForm
      config={config}
      email={email}
      startAtPassword={knownEmail !== ''}
      onCreateAccount={config?.registrationAllowed === false ? undefined : onCreateAccount}
      onForgotten={(typed) => {
        setEmail(typed);
        setRecovering(true);
      }}
      onHandOff={begin}
      onNeeded={ask}
    />
  );
}

type TeacherDialogBodyProps = {
  /** Of whoever was signed in. */
  email?: string | undefined;
  onCreateAccount: () => void;
  onStudentLogin: () => void;
};

/** Asks each time whether teachers may sign in here: they can be let in by a switch in Settings. */
export function TeacherDialogBody({ email = '', onCreateAccount, onStudentLogin }: TeacherDialogBodyProps) {
  const { data, isPending } = useQuery({ ...authConfigQuery, refetchOnMount: 'always' });
  if (isPending) return <LoadingForm />;
  // Without an answer the form is offered: the server says itself whom it lets in.
  if (data?.teacherSignInAllowed === false) return <NotOnThisDevice onStudentLogin={onStudentLogin} />;
  return <Steps config={data} email={email} onCreateAccount={onCreateAccount} />;
}
