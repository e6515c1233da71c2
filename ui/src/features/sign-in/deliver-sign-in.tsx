import { CircleCheck } from 'lucide-react';

import { isStatus } from '@/api/api-error';
import type { IdentityProviderConfig } from '@/api/types';
import { ButtonLink } from '@/components/button';
import { EmptyState } from '@/components/empty-state';

import { GoogleButton } from './google-button';
import { useDeliver } from './hand-off-queries';
import type { Identity } from './identity-provider';
import { usePreloadedProvider } from './load-identity-provider';
import { ProblemNote } from './problem-note';
import { signInProblem } from './sign-in-problem';
import { useGoogleIdentity } from './teacher-queries';

/** Google names the teacher, and the window is told. */
function useDelivery(config: IdentityProviderConfig, handoff: string) {
  const popup = useGoogleIdentity(config);
  const delivery = useDeliver();
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

/** The window begins every sign-in, and goes on by itself after it. */
const BACK_TO_THE_WINDOW =
  'Go back to the GoalBucks window. If it doesn’t go on there by itself, choose Sign in with Google again.';

/** The page was opened without a hand-off, or reloaded. */
export function NothingToDeliver() {
  return (
    <EmptyState
      level={1}
      title="There is no sign-in to finish here"
      action={<ButtonLink to="/">Go to the start</ButtonLink>}
    >
      {BACK_TO_THE_WINDOW}
    </EmptyState>
  );
}

function Over() {
  return (
    <div role="alert">
      <EmptyState level={1} title="This sign-in is over">
        {BACK_TO_THE_WINDOW}
      </EmptyState>
    </div>
  );
}

function Delivered() {
  return (
    <div role="status">
      <EmptyState
        level={1}
        art={<CircleCheck aria-hidden className="mb-3 size-12 text-approved-ink" />}
        title="Google knows who you are"
      >
        Go back to the GoalBucks window and press Continue. You can close this tab.
      </EmptyState>
    </div>
  );
}

type DeliverSignInProps = { config: IdentityProviderConfig; handoff: string };

/** The system browser's part of the desktop window's sign-in with Google. Nothing of it stays here. */
export function DeliverSignIn({ config, handoff }: DeliverSignInProps) {
  usePreloadedProvider(config);
  const { start, cancel, pending, error, done } = useDelivery(config, handoff);
  if (done) return <Delivered />;
  if (isStatus(error, 410)) return <Over />;
  return (
    <div className="flex w-full max-w-90 flex-col gap-4 pt-4 text-center">
      <h1>Sign in to GoalBucks</h1>
      <p className="text-balance text-ink-2">
        Choose your Google account here, then go on in the GoalBucks window.
      </p>
      {error && !pending && (
        <div className="text-start">
          <ProblemNote problem={signInProblem(error, 'Google sign-in failed')} />
        </div>
      )}
      <GoogleButton size="large" pending={pending} onPress={start} onCancel={cancel} />
    </div>
  );
}
