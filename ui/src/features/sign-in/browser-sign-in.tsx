import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { LoaderCircle } from 'lucide-react';
import { useId, useMemo } from 'react';

import { isStatus } from '@/api/api-error';
import { Button } from '@/components/button';
import { CopyButton } from '@/components/copy-button';
import { useDialogTitle } from '@/components/dialog/dialog';
import { useBlockClosing } from '@/components/dialog/unsaved-changes';
import { useAutoFocus } from '@/hooks/use-auto-focus';

import {
  type BrowserIdentity,
  browserIdentityQuery,
  browserSignInEndMessage,
  browserProviderSignIn,
} from './browser-sign-in-queries';
import type { HandoffStart } from './desktop-window';
import { LoadingForm } from './loading-form';
import { type RequiredCredential, requiredCredential } from './provider-sign-in';
import { SignInAlert } from './sign-in-alert';
import { useCompleteProviderSignIn } from './teacher-mutations';
import { fallbackFailure, type SignInFailure, toSignInFailure } from './teacher-sign-in-failure';

type BrowserSignInHandlers = {
  /** Restarts in a new browser tab. */
  onRestart: () => void;
  onBack: () => void;
  /** Called when the server requires an additional credential. */
  onCredentialRequired: (needed: RequiredCredential) => void;
};

/** Shown while the desktop window opens the browser. */
function StartingBrowser({ onBack }: Pick<BrowserSignInHandlers, 'onBack'>) {
  const step = useAutoFocus<HTMLDivElement>();
  return (
    <div ref={step} tabIndex={-1} className="flex flex-col gap-3 outline-none">
      <LoadingForm />
      <Button variant="ghost" block onClick={onBack}>
        <Trans>Back</Trans>
      </Button>
    </div>
  );
}

function WaitingForBrowser({
  start: { address, opened },
  onBack,
}: {
  start: HandoffStart;
  onBack: () => void;
}) {
  const step = useAutoFocus<HTMLDivElement>();
  useDialogTitle(t`Continue in your browser`);
  return (
    <div ref={step} tabIndex={-1} className="mt-3 flex flex-col gap-4 outline-none">
      <p role="status" className="flex gap-3 text-ink-2">
        <LoaderCircle aria-hidden className="mt-0.5 size-4.5 animate-spin" />
        {opened
          ? t`Sign in with Google there, then come back to this window.`
          : t`Your browser didn’t open by itself. Copy this address into it, sign in with Google there, then come back to this window.`}
      </p>
      <div className="rounded-control bg-sunken p-4">
        {opened && (
          <p className="mb-2 text-small text-ink-2">
            <Trans>No page opened? Copy this address into your browser:</Trans>
          </p>
        )}
        <p className="mb-3 text-small wrap-anywhere select-all">
          <bdi>{address}</bdi>
        </p>
        <CopyButton
          text={address}
          copiedText={t`Address copied.`}
          failedText={t`Your browser didn’t copy the address. Please select it and copy it yourself.`}
        >
          {t`Copy address`}
        </CopyButton>
      </div>
      <Button variant="ghost" block onClick={onBack}>
        <Trans>Cancel</Trans>
      </Button>
    </div>
  );
}

type ConfirmIdentityProps = BrowserSignInHandlers & { start: HandoffStart; identity: BrowserIdentity };

/** Name and e-mail are isolated, as names may be right-to-left. */
function useIdentityTitle({ name, email }: BrowserIdentity) {
  const title = useMemo(
    () => (
      <span className="block text-balance">
        <Trans>
          Continue as <bdi>{name}</bdi> (<bdi>{email}</bdi>)?
        </Trans>
      </span>
    ),
    [name, email],
  );
  useDialogTitle(title);
}

/** Confirms the account, so that a foreign sign-in would be noticed. */
function ConfirmIdentity({ start, identity, onRestart, onBack, onCredentialRequired }: ConfirmIdentityProps) {
  const { mutate, isPending, error } = useCompleteProviderSignIn();
  const continueButton = useAutoFocus<HTMLButtonElement>();
  const emailId = useId();
  useIdentityTitle(identity);
  useBlockClosing(isPending);
  const failure = error && toSignInFailure(error, 'google');
  if (failure && isStatus(error.cause, 410))
    return <BrowserSignInEnded failure={failure} onRestart={onRestart} onBack={onBack} />;
  const confirm = () => {
    mutate(browserProviderSignIn(start, identity), {
      onError: (cause) => {
        const needed = requiredCredential(cause);
        if (needed) onCredentialRequired(needed);
      },
    });
  };
  return (
    <div className="mt-3 flex flex-col gap-3">
      <p className="text-balance text-ink-2">
        <Trans>This is who signed in with Google in your browser just now:</Trans>
      </p>
      {/* Names can contain anything, so the e-mail is shown separately. */}
      <p id={emailId} className="mb-2 rounded-control bg-sunken p-4 font-mid wrap-anywhere">
        <bdi>{identity.email}</bdi>
      </p>
      {failure && <SignInAlert failure={failure} />}
      <Button
        ref={continueButton}
        variant="primary"
        size="large"
        block
        pending={isPending}
        pendingLabel={t`Signing in`}
        aria-describedby={emailId}
        onClick={confirm}
      >
        <Trans>Continue</Trans>
      </Button>
      <Button variant="ghost" block disabled={isPending} onClick={onRestart}>
        <Trans>Use another account</Trans>
      </Button>
    </div>
  );
}

type BrowserSignInEndedProps = Omit<BrowserSignInHandlers, 'onCredentialRequired'> & {
  failure: SignInFailure;
};

function BrowserSignInEnded({ failure, onRestart, onBack }: BrowserSignInEndedProps) {
  const again = useAutoFocus<HTMLButtonElement>();
  useDialogTitle(t`Sign in with Google`);
  return (
    <div className="mt-4 flex flex-col gap-3">
      <SignInAlert failure={failure} />
      <Button ref={again} variant="primary" size="large" block onClick={onRestart}>
        <Trans>Try again</Trans>
      </Button>
      <Button variant="ghost" block onClick={onBack}>
        <Trans>Back</Trans>
      </Button>
    </div>
  );
}

function ActiveBrowserSignIn({ start, ...handlers }: BrowserSignInHandlers & { start: HandoffStart }) {
  const { data, error } = useQuery(browserIdentityQuery(start));
  const endMessage = browserSignInEndMessage(error);
  if (endMessage !== null) return <BrowserSignInEnded failure={{ text: endMessage }} {...handlers} />;
  if (data) return <ConfirmIdentity start={start} identity={data} {...handlers} />;
  return <WaitingForBrowser start={start} onBack={handlers.onBack} />;
}

/** State of `useStartBrowserSignIn`. */
type StartState = { data: HandoffStart | undefined; isError: boolean };

/** Google sign-in of the desktop window by way of the system's browser. */
export function BrowserSignIn({
  startState,
  ...handlers
}: BrowserSignInHandlers & { startState: StartState }) {
  if (startState.isError) return <BrowserSignInEnded failure={fallbackFailure('google')} {...handlers} />;
  if (!startState.data) return <StartingBrowser onBack={handlers.onBack} />;
  return <ActiveBrowserSignIn key={startState.data.handoff} start={startState.data} {...handlers} />;
}
