import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';

import { authConfigQuery } from '@/auth/auth-config';
import { type EndedSession, readEndedSession } from '@/auth/ended-session';
import { homeOf, useSession } from '@/auth/session-context';
import { userStorage } from '@/auth/user-storage';
import { BrandMark } from '@/components/illustrations/brand';
import { HillScene } from '@/components/illustrations/hill-scene';
import { LoadingScreen } from '@/components/loading-screen';
import { usePageTitle } from '@/components/page';
import { NearbyDoors } from '@/features/computer/nearby-doors';
import { OwnDoor } from '@/features/computer/own-door';
import { mended } from '@/features/rescue/mended';
import { classCodeIn } from '@/features/sign-in/class-code-in';
import { LoginDialogs, type LoginView } from '@/features/sign-in/login-dialogs';
import { classNames } from '@/lib/class-names';
import { formatDateTime } from '@/lib/format';
import { usePortal } from '@/shared/use-portal';

import { LoginButtons } from './login-buttons';
import { setupStateOf, SetupNotice } from './setup-notice';

/** Which dialog is open. The QR code's address opens the student's, with its class code. */
function useLoginView(knownCode = '') {
  const location = useLocation();
  const { search } = location;
  const state: unknown = location.state;
  const navigate = useNavigate();
  const [classCode, setClassCode] = useState(() => classCodeIn(search));
  const [view, setView] = useState<LoginView>(classCode ? 'student' : 'closed');
  useEffect(() => {
    // The code is for whoever scanned it: not for a reload, nor for the next child at this device.
    if (search) void navigate('/', { replace: true, state });
  }, [search, state, navigate]);
  const show = (next: LoginView) => {
    setClassCode(knownCode);
    setView(next);
  };
  return { view, classCode, show };
}

function restoredNote(madeAt: string | null): string {
  const which = madeAt === null ? 'The backup' : `The backup of ${formatDateTime(madeAt)}`;
  return `${which} was restored. Please sign in again. Others sign in with their password of that time.`;
}

function endedNote(userId: string): string {
  const ended = 'Your session has ended. Please sign in again.';
  const isKept = (['proof', 'proof-photo', 'suggestion'] as const).some(userStorage.of(userId).has);
  return isKept ? `${ended} What you added is kept until then.` : ended;
}

type WelcomeProps = {
  /** Whose session has ended. */
  ended: EndedSession | null;
  note: string | undefined;
  /** Whether the note is shown as an error, e.g. when signing in again doesn't help. */
  isError: boolean;
};

function Welcome({ ended, note, isError }: WelcomeProps) {
  const { view, classCode, show } = useLoginView(ended?.classCode);
  const config = useQuery(authConfigQuery);
  const setup = setupStateOf(config.data);
  return (
    <main className="relative grid min-h-[calc(100dvh-var(--banner))] grid-rows-[1fr_auto] overflow-hidden bg-linear-to-b from-paper from-30% to-sky">
      <div className="relative z-1 flex flex-col items-center justify-center px-4 pt-8 pb-6 text-center short:pt-4 short:pb-3">
        <div className="flex flex-col items-center gap-4 short:flex-row short:gap-2">
          <BrandMark className="size-18 short:size-9" />
          <p className="text-lead font-bold tracking-tight text-brand-ink">GoalBucks</p>
        </div>
        <h1 className="mt-2 text-display short:mt-1 short:text-title">Track goals. Achieve more.</h1>
        {setup === null ? <OwnDoor /> : <SetupNotice setup={setup} />}
        <p
          role="status"
          className={classNames(
            'mt-4 max-w-110 font-mid empty:hidden',
            isError ? 'rounded-control bg-denied-soft px-4 py-3 text-denied-ink' : 'text-ink-2',
          )}
        >
          {note}
        </p>
        <LoginButtons loading={config.isPending} setUpHere={setup === 'here'} onView={show} />
      </div>
      <HillScene />
      <LoginDialogs
        {...{ view, classCode, ended }}
        onView={show}
        otherClasses={<NearbyDoors />}
        // Nobody can sign in yet, unless the identity provider knows them.
        createAccountBackTo={setup === 'here' && !config.data?.identityProvider ? 'closed' : 'teacher'}
      />
    </main>
  );
}

export default function LoginPage() {
  usePageTitle('Login');
  usePortal('student');
  const { user, hydrating, restored } = useSession();
  const [backAgain] = useState(mended.read);
  useEffect(() => {
    mended.forget();
  }, []);
  const ended = readEndedSession(useLocation().state);
  if (hydrating) return <LoadingScreen />;
  if (user) return <Navigate to={user.id === ended?.userId ? ended.page : homeOf(user)} replace />;
  const whyOut = backAgain ?? (ended ? (ended.why ?? endedNote(ended.userId)) : undefined);
  return (
    <Welcome
      ended={ended}
      note={restored ? restoredNote(restored.madeAt) : whyOut}
      isError={ended?.why !== undefined}
    />
  );
}
