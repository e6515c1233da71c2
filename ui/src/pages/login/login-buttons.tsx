import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { GraduationCap, Rocket, User } from 'lucide-react';
import { Suspense } from 'react';

import { lazyIfAvailable } from '@/api/lazy-when-reachable';
import type { AuthConfig } from '@/api/types';
import { offersSampleClass } from '@/auth/auth-config';
import { Button } from '@/components/button';
import { Loading, Skeleton } from '@/components/skeleton';
import type { LoginView } from '@/features/sign-in/login-dialogs';
import { teacherLanguage, withMessages } from '@/lib/language';

import { getSetupState } from './setup-notice';

const TrySampleClass = lazyIfAvailable(() =>
  withMessages('teacher-sign-in', import('@/features/sample-class/try-sample-class')),
);

const gridClass = 'mt-6 grid w-full max-w-110 gap-3 min-[481px]:grid-cols-2 short:mt-3';

/** Skeleton of the buttons. */
function LoadingButtons() {
  return (
    <Loading label={t`Loading...`} className="w-full max-w-110 animate-[fade_120ms_ease-out_300ms_both]">
      <div className={gridClass}>
        <Skeleton className="h-13" />
        <Skeleton className="h-13" />
      </div>
    </Loading>
  );
}

type ButtonsProps = {
  /** Whether the first account can be created here. */
  canSetUp: boolean;
  onView: (view: LoginView) => void;
};

function Buttons({ canSetUp, onView }: ButtonsProps) {
  const opens = (view: LoginView) => () => {
    onView(view);
  };
  return (
    <div className={gridClass}>
      {canSetUp && (
        <Button
          variant="primary"
          size="large"
          icon={<Rocket aria-hidden />}
          className="min-[481px]:col-span-2"
          onClick={opens('create-account')}
        >
          <Trans>Set Up This Computer</Trans>
        </Button>
      )}
      <Button size="large" icon={<GraduationCap aria-hidden />} onClick={opens('teacher')}>
        <Trans context="button">Teacher Login</Trans>
      </Button>
      <Button
        variant={canSetUp ? 'secondary' : 'primary'}
        size="large"
        icon={<User aria-hidden />}
        className={canSetUp ? '' : 'max-[480px]:order-first'}
        onClick={opens('student')}
      >
        <Trans context="button">Student Login</Trans>
      </Button>
    </div>
  );
}

type LoginButtonsProps = {
  config: UseQueryResult<AuthConfig>;
  onView: (view: LoginView) => void;
};

/** Login buttons, between the one that creates the first account and the sample class, where those are possible. */
export function LoginButtons({ config: { data, isPending }, onView }: LoginButtonsProps) {
  const canSetUp = getSetupState(data) === 'here';
  if (isPending) return <LoadingButtons />;
  return (
    <>
      <Buttons canSetUp={canSetUp} onView={onView} />
      {data && offersSampleClass(data) && (
        // Has its height before its code is there, so that the buttons don't move from under a click.
        <div
          lang={teacherLanguage()}
          className={`flex flex-col items-center ${canSetUp ? 'min-h-28' : 'min-h-14'}`}
        >
          <Suspense>
            <TrySampleClass isFirst={canSetUp} />
          </Suspense>
        </div>
      )}
    </>
  );
}
