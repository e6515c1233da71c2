import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { User } from 'lucide-react';
import type { ReactNode } from 'react';
import { Navigate, useNavigate } from 'react-router';

import { isStatus } from '@/api/api-error';
import type { CardHolder } from '@/api/types';
import { scannedCard } from '@/auth/scanned-card';
import { homePath, useSession } from '@/auth/session-context';
import { Button, ButtonLink } from '@/components/button';
import { Card } from '@/components/card';
import { EmptyState, ErrorState } from '@/components/empty-state';
import { FormAlert } from '@/components/form-alert';
import { BrandMark } from '@/components/illustrations/brand';
import { BrokenLinkArt } from '@/components/illustrations/broken-link';
import { HillScene } from '@/components/illustrations/hill-scene';
import { LoadingScreen } from '@/components/loading-screen';
import { usePageTitle } from '@/components/page';
import { cardHolderQuery, useCardSignIn } from '@/features/sign-in/card-mutations';
import { studentLoginFailure } from '@/features/sign-in/sign-in-failure';
import { useStore } from '@/hooks/use-store';
import { usePortalTheme } from '@/shared/use-portal-theme';

/** The answer to a replaced, an ended and an unknown card is the same. */
function OldCard() {
  return (
    <EmptyState
      level={1}
      art={<BrokenLinkArt />}
      title={t`This card doesn't work any more`}
      action={
        <ButtonLink variant="primary" size="large" to="/">
          <Trans context="button">Student Login</Trans>
        </ButtonLink>
      }
    >
      <Trans>Your teacher has printed a new one for you. Ask for it, or sign in with your username.</Trans>
    </EmptyState>
  );
}

/** Who is signed in on this device and is signed out by the card. */
function SignedInNotice({ name }: { name: string }) {
  return (
    <p className="mt-4 flex gap-3 rounded-control bg-sunken px-4 py-3 text-start font-mid [&>svg]:mt-0.5 [&>svg]:size-4.5 [&>svg]:shrink-0">
      <User aria-hidden />
      <span className="min-w-0 wrap-anywhere">
        <Trans>
          <bdi>{name}</bdi> is signed in on this device now, and is signed out first.
        </Trans>
      </span>
    </p>
  );
}

function Initial({ name }: { name: string }) {
  const [letter] = Array.from(name);
  return (
    <span
      aria-hidden
      className="mx-auto grid size-22 place-items-center rounded-card bg-brand-soft text-display font-bold text-brand-ink"
    >
      {letter?.toLocaleUpperCase()}
    </span>
  );
}

/** The answer of somebody else; `present`: who is signed in. */
function Decline({ present }: { present: string | null }) {
  if (present === null) return <Trans>No, that's not me</Trans>;
  return (
    <Trans>
      No, stay <bdi>{present}</bdi>
    </Trans>
  );
}

function Question({ code, holder: { firstName, className } }: { code: string; holder: CardHolder }) {
  const { user } = useSession();
  const navigate = useNavigate();
  const signIn = useCardSignIn();
  const present = user === null ? null : user.role === 'student' ? user.firstName : user.name;
  // Replaced after it was scanned.
  if (isStatus(signIn.error, 401)) return <OldCard />;
  const leave = () => void navigate(user ? homePath(user) : '/', { replace: true });
  const confirm = () => {
    signIn.mutate(code, {
      onSuccess: (answer) => void navigate(homePath(answer.user), { replace: true }),
    });
  };
  return (
    <div className="flex flex-col items-stretch px-6 py-8 text-center">
      <Initial name={firstName} />
      <h1 className="mt-4 text-title wrap-anywhere">
        <Trans>
          Sign in as <bdi>{firstName}</bdi>?
        </Trans>
      </h1>
      <p className="mt-1 wrap-anywhere text-ink-2">
        <bdi>{className}</bdi>
      </p>
      {user && <SignedInNotice name={user.name} />}
      {signIn.isError && (
        <div className="mt-4 text-start">
          <FormAlert>{studentLoginFailure(signIn.error)}</FormAlert>
        </div>
      )}
      <Button
        variant="primary"
        size="large"
        block
        className="mt-4 wrap-anywhere"
        pending={signIn.isPending}
        pendingLabel={t`Signing in`}
        onClick={confirm}
      >
        <Trans>
          Yes, I'm <bdi>{firstName}</bdi>
        </Trans>
      </Button>
      <Button variant="ghost" block className="mt-2 min-h-11 wrap-anywhere" onClick={leave}>
        <Decline present={present} />
      </Button>
    </div>
  );
}

function Content({ code }: { code: string }) {
  const holder = useQuery(cardHolderQuery(code));
  if (holder.data) return <Question code={code} holder={holder.data} />;
  if (isStatus(holder.error, 401)) return <OldCard />;
  if (holder.isError) {
    return (
      <ErrorState
        level={1}
        title={t`The card didn't load`}
        retrying={holder.isFetching}
        onRetry={() => void holder.refetch()}
      >
        {studentLoginFailure(holder.error)}
      </ErrorState>
    );
  }
  return (
    <p role="status" className="px-6 py-16 text-center text-ink-2">
      <Trans>Looking at your card...</Trans>
    </p>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <main className="relative grid min-h-[calc(100dvh-var(--banner))] grid-cols-1 grid-rows-[1fr_auto] overflow-hidden bg-linear-to-b from-paper from-30% to-sky">
      <div className="relative z-1 flex flex-col items-center justify-center px-4 pt-8 pb-6">
        <p className="mb-6 flex items-center gap-2.5 text-lead font-bold tracking-tight text-brand-ink">
          <BrandMark className="size-10" />
          <Trans>GoalBucks</Trans>
        </p>
        <Card as="section" className="w-full max-w-110">
          {children}
        </Card>
      </div>
      <HillScene />
    </main>
  );
}

/** Page of a scanned login card: asks before it signs in. */
export default function CardPage() {
  usePageTitle(t`Login card`);
  usePortalTheme('student');
  const { hydrating } = useSession();
  const code = useStore(scannedCard);
  if (hydrating) return <LoadingScreen />;
  // Reloaded: the code is gone, as it was removed from the address.
  if (code === null) return <Navigate to="/" replace />;
  return (
    <Frame>
      <Content key={code} code={code} />
    </Frame>
  );
}
