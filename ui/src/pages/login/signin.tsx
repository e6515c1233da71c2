import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { authConfigQuery } from '@/auth/auth-config';
import { EmptyState } from '@/components/empty-state';
import { BrandMark } from '@/components/illustrations/brand';
import { HillScene } from '@/components/illustrations/hill-scene';
import { usePageTitle } from '@/components/page';
import { DeliverSignIn, NoPendingSignIn } from '@/features/sign-in/deliver-sign-in';
import { useForTeachers } from '@/hooks/use-for-teachers';
import { QueryView } from '@/shared/query-view';

/** Reads the hand-off id from the hash (`#h=...`) and removes it from the address and the history. */
function useHandoff(): string | null {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [handoff] = useState(() => new URLSearchParams(hash.slice(1)).get('h'));
  useEffect(() => {
    if (hash) void navigate('/signin', { replace: true });
  }, [hash, navigate]);
  return handoff;
}

function Content({ handoff }: { handoff: string }) {
  const config = useQuery(authConfigQuery);
  return (
    <QueryView
      query={config}
      level={1}
      title={t`This page didn't load`}
      loading={t`Loading...`}
      skeleton={null}
    >
      {({ identityProvider }) =>
        identityProvider ? (
          <DeliverSignIn config={identityProvider} handoff={handoff} />
        ) : (
          <EmptyState
            level={1}
            title={t`Firebase authentication is not configured. Please set up Firebase credentials.`}
          />
        )
      }
    </QueryView>
  );
}

/** Page that the desktop window opens in the system's browser for Google sign-in. */
export default function SignInPage() {
  usePageTitle(t`Sign in with Google`);
  useForTeachers();
  const handoff = useHandoff();
  return (
    <main className="relative grid min-h-[calc(100dvh-var(--banner))] grid-cols-1 grid-rows-[1fr_auto] overflow-hidden bg-linear-to-b from-paper from-30% to-sky">
      <div className="flex flex-col items-center justify-center px-4 pt-8 pb-6">
        <BrandMark className="size-18" />
        {handoff ? <Content handoff={handoff} /> : <NoPendingSignIn />}
      </div>
      <HillScene />
    </main>
  );
}
