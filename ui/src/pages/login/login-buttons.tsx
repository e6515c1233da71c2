import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { GraduationCap, Rocket, User } from 'lucide-react';

import { Button } from '@/components/button';
import { Loading, Skeleton } from '@/components/skeleton';
import type { LoginView } from '@/features/sign-in/login-dialogs';

const gridClass = 'mt-6 grid w-full max-w-110 gap-3 min-[481px]:grid-cols-2 short:mt-3';

/** Skeleton of the buttons. */
export function LoadingButtons() {
  return (
    <Loading label={t`Loading...`} className="w-full max-w-110 animate-[fade_120ms_ease-out_300ms_both]">
      <div className={gridClass}>
        <Skeleton className="h-13" />
        <Skeleton className="h-13" />
      </div>
    </Loading>
  );
}

type LoginButtonsProps = {
  /** Whether the first account can be created here. */
  canSetUp: boolean;
  onView: (view: LoginView) => void;
};

/** Login buttons, below the one that creates the first account, where that is possible. */
export function LoginButtons({ canSetUp, onView }: LoginButtonsProps) {
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
