import { i18n } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CircleCheck } from 'lucide-react';

import { isStatus } from '@/api/api-error';
import type { IdentityProviderConfig } from '@/api/types';
import { ButtonLink } from '@/components/button';
import { EmptyState } from '@/components/empty-state';

import { useDeliverSignIn } from './browser-sign-in-mutations';
import { GoogleButton } from './google-button';
import type { Identity } from './identity-provider';
import { usePreloadedProvider } from './load-identity-provider';
import { SignInAlert } from './sign-in-alert';
import { useGoogleIdentity } from './teacher-mutations';
import { toSignInFailure } from './teacher-sign-in-failure';

/** Signs in with Google and passes the result to the desktop window. */
function useDelivery(config: IdentityProviderConfig, handoff: string) {
  const popup = useGoogleIdentity(config);
  const delivery = useDeliverSignIn();
  const start = () => {
    delivery.reset();
    popup.mutate(undefined, {
      onSuccess: ({ idToken }: Identity) => {
        delivery.mutate({ handoff, idToken });
      },
    });
  };
  const pending: 'google' | 'server' | undefined = popup.isPending
    ? 'google'
    : delivery.isPending
      ? 'server'
      : undefined;
  const { error } = popup.isError ? popup : delivery;
  return { start, cancel: popup.reset, pending, error, done: delivery.isSuccess };
}

/** The desktop window starts and continues every sign-in. */
const RETURN_TO_WINDOW = msg`Go back to the GoalBucks window. If it doesn’t go on there by itself, choose Sign in with Google again.`;

/** Shown when the page was opened without a hand-off, or reloaded. */
export function NoPendingSignIn() {
  return (
    <EmptyState
      level={1}
      title={t`There is no sign-in to finish here`}
      action={
        <ButtonLink to="/">
          <Trans>Go to the start</Trans>
        </ButtonLink>
      }
    >
      {i18n._(RETURN_TO_WINDOW)}
    </EmptyState>
  );
}

function SignInExpired() {
  return (
    <div role="alert">
      <EmptyState level={1} title={t`This sign-in is over`}>
        {i18n._(RETURN_TO_WINDOW)}
      </EmptyState>
    </div>
  );
}

function SignInDelivered() {
  return (
    <div role="status">
      <EmptyState
        level={1}
        art={<CircleCheck aria-hidden className="mb-3 size-12 text-approved-ink" />}
        title={t`Google knows who you are`}
      >
        <Trans>Go back to the GoalBucks window and press Continue. You can close this tab.</Trans>
      </EmptyState>
    </div>
  );
}

type DeliverSignInProps = { config: IdentityProviderConfig; handoff: string };

/** The browser's part of the desktop window's Google sign-in. Stores nothing here. */
export function DeliverSignIn({ config, handoff }: DeliverSignInProps) {
  usePreloadedProvider(config);
  const { start, cancel, pending, error, done } = useDelivery(config, handoff);
  if (done) return <SignInDelivered />;
  if (isStatus(error, 410)) return <SignInExpired />;
  return (
    <div className="flex w-full max-w-90 flex-col gap-4 pt-4 text-center">
      <h1>
        <Trans>Sign in to GoalBucks</Trans>
      </h1>
      <p className="text-balance text-ink-2">
        <Trans>Choose your Google account here, then go on in the GoalBucks window.</Trans>
      </p>
      {error && !pending && (
        <div className="text-start">
          <SignInAlert failure={toSignInFailure(error, 'google')} />
        </div>
      )}
      <GoogleButton size="large" pending={pending} onPress={start} onCancel={cancel} />
    </div>
  );
}
