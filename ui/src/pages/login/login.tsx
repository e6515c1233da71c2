import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';

import { lazyWhenReachable } from '@/api/lazy-when-reachable';
import { authConfigQuery } from '@/auth/auth-config';
import { type EndedSession, readEndedSession } from '@/auth/ended-session';
import { homePath, useSession } from '@/auth/session-context';
import { userStorage } from '@/auth/user-storage';
import { Button } from '@/components/button';
import { BrandMark } from '@/components/illustrations/brand';
import { HillScene } from '@/components/illustrations/hill-scene';
import { LoadingScreen } from '@/components/loading-screen';
import { usePageTitle } from '@/components/page';
import { NearbyServers } from '@/features/computer/nearby-servers';
import { ThisServer } from '@/features/computer/this-server';
import { describeRestored, restoreNotice } from '@/features/database-recovery/restore-notice';
import { LoginDialogs, type LoginView } from '@/features/sign-in/login-dialogs';
import { parseClassCode } from '@/features/sign-in/parse-class-code';
import { classNames } from '@/lib/class-names';
import { formatDateTime } from '@/lib/format';
import { withMessages } from '@/lib/language';
import { LanguageSwitch } from '@/shared/language/language-switch';
import { usePortalTheme } from '@/shared/use-portal-theme';

import { LoginButtons } from './login-buttons';
import { getSetupState, SetupNotice } from './setup-notice';
import { usePictureClass } from './use-picture-class';

const WhoAreYou = lazyWhenReachable(async () => ({
  default: (await withMessages('pictures', import('@/features/pictures/who-are-you'))).WhoAreYou,
}));

/** The open dialog. A class code in the address opens the student login. */
function useLoginView(ended: EndedSession | null) {
  const location = useLocation();
  const { search } = location;
  const state: unknown = location.state;
  const navigate = useNavigate();
  const [scanned] = useState(() => parseClassCode(search));
  const [classCode, setClassCode] = useState(scanned);
  const [view, setView] = useState<LoginView>(scanned ? 'student' : ended?.locked ? 'teacher' : 'closed');
  useEffect(() => {
    // Remove the code from the address, so that it isn't used again.
    if (search) void navigate('/', { replace: true, state });
  }, [search, state, navigate]);
  const show = (next: LoginView, code = ended?.classCode ?? '') => {
    setClassCode(code);
    setView(next);
  };
  // An open dialog has an entry in the browser's history, which must not get an address with the code.
  return { view: search ? 'closed' : view, classCode, scanned, show };
}

function describeRestore(madeAt: string | null): string {
  if (madeAt === null) {
    return t`The backup was restored. Please sign in again. Others sign in with their password of that time.`;
  }
  const time = formatDateTime(madeAt);
  return t`The backup of ${time} was restored. Please sign in again. Others sign in with their password of that time.`;
}

function describeEndedSession(userId: string): string {
  const hasDraft = (['proof', 'proof-photo', 'suggestion'] as const).some(userStorage.of(userId).has);
  return hasDraft
    ? t`Your session has ended. Please sign in again. What you added is kept until then.`
    : t`Your session has ended. Please sign in again.`;
}

type SignedOutProps = {
  /** The ended session, if any. */
  ended: EndedSession | null;
  note: string | undefined;
  /** Whether the note is shown as an error. */
  isError: boolean;
  onStudentLogin: (() => void) | undefined;
};

type WelcomeProps = Omit<SignedOutProps, 'onStudentLogin'> & {
  login: Pick<ReturnType<typeof useLoginView>, 'view' | 'classCode' | 'show'>;
  /** Leads back to the pictures. */
  onPictures: (() => void) | undefined;
};

function Welcome({ ended, note, isError, login, onPictures }: WelcomeProps) {
  const { view, classCode, show } = login;
  const config = useQuery(authConfigQuery);
  const setup = getSetupState(config.data);
  return (
    <main className="relative grid min-h-[calc(100dvh-var(--banner))] grid-cols-1 grid-rows-[1fr_auto] overflow-hidden bg-linear-to-b from-paper from-30% to-sky">
      <div className="absolute end-4 top-4 z-2 short:end-2 short:top-2">
        <LanguageSwitch />
      </div>
      <div className="relative z-1 flex flex-col items-center justify-center px-4 pt-8 pb-6 text-center max-sm:pt-20 short:pt-4 short:pb-3 max-sm:short:pt-16">
        <div className="flex flex-col items-center gap-4 short:flex-row short:gap-2">
          <BrandMark className="size-18 short:size-9" />
          <p className="text-lead font-bold tracking-tight text-brand-ink">
            <Trans>GoalBucks</Trans>
          </p>
        </div>
        <h1 className="mt-2 text-display short:mt-1 short:text-title">
          <Trans>Track goals. Achieve more.</Trans>
        </h1>
        {setup === null ? <ThisServer /> : <SetupNotice setup={setup} />}
        <p
          role="status"
          className={classNames(
            'mt-4 max-w-110 font-mid empty:hidden',
            isError ? 'rounded-control bg-denied-soft px-4 py-3 text-denied-ink' : 'text-ink-2',
          )}
        >
          {note}
        </p>
        <LoginButtons config={config} onView={show} />
        {onPictures && (
          <Button variant="link" className="mt-3" onClick={onPictures}>
            <Trans>Sign In with Pictures</Trans>
          </Button>
        )}
      </div>
      <HillScene />
      <LoginDialogs
        view={view}
        classCode={classCode}
        ended={ended}
        onView={show}
        otherClasses={<NearbyServers />}
      />
    </main>
  );
}

/** The pictures of a class that signs in with them, else the login page. */
function SignedOut({ onStudentLogin, ...props }: SignedOutProps) {
  const { ended, note } = props;
  const login = useLoginView(ended);
  const pictures = usePictureClass(login.scanned);
  const classCode = ended?.role === 'teacher' ? null : pictures.shown;
  const expectsStudent = login.view === 'student' || classCode !== null;
  useEffect(() => {
    if (expectsStudent) onStudentLogin?.();
  }, [expectsStudent, onStudentLogin]);
  if (classCode === null) {
    return <Welcome {...props} login={login} onPictures={pictures.hidden ? pictures.comeBack : undefined} />;
  }
  return (
    <Suspense fallback={<LoadingScreen />}>
      <WhoAreYou
        classCode={classCode}
        note={note}
        onUseUsername={() => {
          pictures.leave();
          login.show('student', classCode);
        }}
        onGone={pictures.forget}
      />
    </Suspense>
  );
}

/** `onStudentLogin` is called when the dialog of students opens. */
export default function LoginPage({ onStudentLogin }: { onStudentLogin?: () => void }) {
  usePageTitle(t({ message: 'Login', comment: 'Title of the login page' }));
  usePortalTheme('student');
  const { user, hydrating, restored } = useSession();
  const [storedNotice] = useState(restoreNotice.get);
  useEffect(() => {
    restoreNotice.clear();
  }, []);
  const ended = readEndedSession(useLocation().state);
  if (hydrating) return <LoadingScreen />;
  if (user) return <Navigate to={user.id === ended?.userId ? ended.page : homePath(user)} replace />;
  // The login dialog says that the teacher has locked the computer.
  const endedNote = ended && !ended.locked ? (ended.why ?? describeEndedSession(ended.userId)) : undefined;
  const note = storedNotice === null ? endedNote : describeRestored(storedNotice);
  return (
    <SignedOut
      ended={ended}
      note={restored ? `${describeRestore(restored.madeAt)} ${restored.note}`.trim() : note}
      isError={ended?.why !== undefined}
      onStudentLogin={onStudentLogin}
    />
  );
}
