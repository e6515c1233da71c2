import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { AuthConfig } from '@/api/types';
import { authConfigQuery } from '@/auth/auth-config';
import { Button } from '@/components/button';

import { BrowserSignIn } from './browser-sign-in';
import { useStartBrowserSignIn } from './browser-sign-in-mutations';
import { ConnectAccountForm } from './connect-account-form';
import { InviteCodeForm } from './invite-code-form';
import { usePreloadedProvider } from './load-identity-provider';
import { LoadingForm } from './loading-form';
import { LockedNote } from './locked-note';
import type { RequiredCredential } from './provider-sign-in';
import { RecoverForm } from './recover-form';
import { SubstituteForm } from './substitute-form';
import { TeacherLoginForm } from './teacher-login-form';

/** Shown where teacher sign-in isn't allowed. */
function TeacherSignInUnavailable({ onStudentLogin }: { onStudentLogin: () => void }) {
  return (
    <div className="mt-3 flex flex-col gap-5">
      <p className="text-ink-2">
        <Trans>
          Teachers sign in on the class computer itself. This keeps everyone&apos;s goals and GoalBucks safe.
          On this device you can sign in as a student.
        </Trans>
      </p>
      <p className="text-ink-2">
        <Trans>
          For teachers: Settings on the class computer has the switch{' '}
          <b className="text-ink">Allow teacher sign-in from other devices</b>.
        </Trans>
      </p>
      <Button variant="primary" size="large" block onClick={onStudentLogin}>
        <Trans>Student Login</Trans>
      </Button>
    </div>
  );
}

type StepsProps = {
  config: AuthConfig | undefined;
  email: string;
  locked: boolean;
  onCreateAccount: () => void;
};

/** The step besides the login form and a Google sign-in, and what leads to each. */
function useStep() {
  const [step, setStep] = useState<'login' | 'recovery' | 'substitute'>('login');
  const to = (next: typeof step) => () => {
    setStep(next);
  };
  return { step, goBack: to('login'), recover: to('recovery'), beginAsSubstitute: to('substitute') };
}

/** Login form and the steps that may follow it. */
function SignInSteps({ config, email: knownEmail, locked, onCreateAccount }: StepsProps) {
  const [required, setRequired] = useState<RequiredCredential | null>(null);
  const [email, setEmail] = useState(knownEmail);
  const { step, goBack, recover, beginAsSubstitute } = useStep();
  const browser = useStartBrowserSignIn();
  usePreloadedProvider(config?.identityProvider ?? null);
  const start = () => {
    browser.mutate();
  };
  const back = () => {
    setRequired(null);
    browser.reset();
  };
  const ask = (next: RequiredCredential) => {
    setEmail(next.signIn.email);
    setRequired(next);
  };
  if (required) {
    const Form = required.credential === 'password' ? ConnectAccountForm : InviteCodeForm;
    return <Form signIn={required.signIn} onBack={back} />;
  }
  if (step === 'recovery') {
    return <RecoverForm email={email} hasProvider={Boolean(config?.identityProvider)} onBack={goBack} />;
  }
  if (step === 'substitute') return <SubstituteForm onBack={goBack} />;
  if (!browser.isIdle) {
    return <BrowserSignIn startState={browser} onRestart={start} onBack={back} onCredentialRequired={ask} />;
  }
  return (
    <>
      {locked && <LockedNote />}
      <TeacherLoginForm
        config={config}
        email={email}
        startAtPassword={knownEmail !== ''}
        onCreateAccount={config?.registrationAllowed === false ? undefined : onCreateAccount}
        onForgotPassword={(typed) => {
          setEmail(typed);
          recover();
        }}
        onBrowserSignIn={start}
        onCredentialRequired={ask}
        onSubstitute={config?.substituteCode ? beginAsSubstitute : undefined}
      />
    </>
  );
}

type TeacherDialogBodyProps = {
  /** E-mail of the ended session. */
  email?: string | undefined;
  /** Whether that teacher has locked this computer. */
  locked?: boolean | undefined;
  onCreateAccount: () => void;
  onStudentLogin: () => void;
};

/**
 * Chooses between the login form and the notice that teachers can't sign in on this device. Refetches the setting that
 * decides it on mount, as it may have changed.
 */
export function TeacherDialogBody({
  email = '',
  locked = false,
  onCreateAccount,
  onStudentLogin,
}: TeacherDialogBodyProps) {
  const { data, isPending } = useQuery({ ...authConfigQuery, refetchOnMount: 'always' });
  if (isPending) return <LoadingForm />;
  // Without a response the form is shown; the server decides.
  if (data?.teacherSignInAllowed === false)
    return <TeacherSignInUnavailable onStudentLogin={onStudentLogin} />;
  return <SignInSteps config={data} email={email} locked={locked} onCreateAccount={onCreateAccount} />;
}
