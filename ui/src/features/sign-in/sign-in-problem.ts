import { t } from '@lingui/core/macro';

import { ApiError, isCode } from '@/api/api-error';
import { isSchoolServer } from '@/lib/server-label';

import { IdentityError } from './identity-error';
import { isProviderUnreachable, isUnknownAccount, providerErrorMessage } from './provider-error-messages';
import { ProviderSignInError, BothSignInsRejected } from './provider-sign-in';
import { type SignInFallback, NETWORK_ERROR } from './sign-in-failure';

/** Message for a failed teacher sign-in. */
export type SignInProblem = {
  text: string;
  /** Suggested alternative. */
  hint?: string | undefined;
  /** Not an error: the teacher cancelled. */
  neutral?: true | undefined;
  field?: 'email' | 'password' | 'inviteCode' | undefined;
};

/** Owner of the local password, for use in a sentence. */
const localPasswordName = () => (isSchoolServer() ? t`GoalBucks` : 'this computer');
const localPasswordHint = () =>
  `you can sign in with the password for ${localPasswordName()}, if you have set one in Settings.`;

function offlineHint(fallback: SignInFallback): string {
  return fallback === 'Registration failed'
    ? t`A new account needs internet.`
    : `Without internet ${localPasswordHint()}`;
}

const isProviderUnreachableCode = (error: unknown) => isCode(error, 'identity_provider_unreachable');

/** Hint for sign-ins that the server couldn't verify. */
function unverifiedHint(error: unknown, fallback: SignInFallback): string | undefined {
  if (isProviderUnreachableCode(error)) return offlineHint(fallback);
  const hasWay = isCode(error, 'invalid_token') && fallback !== 'Registration failed';
  return hasWay ? `Meanwhile ${localPasswordHint()}` : undefined;
}

function toIdentityProblem(error: IdentityError, fallback: SignInFallback): SignInProblem {
  const meaning = providerErrorMessage(error);
  if (!meaning) return { text: fallback };
  const { unreachable, ...problem } = meaning;
  return { ...problem, hint: unreachable ? offlineHint(fallback) : undefined };
}

/** If both rejected it, prefers the provider's error when it is more specific. */
function toBothRejectedProblem(
  { providerError, cause }: BothSignInsRejected,
  fallback: SignInFallback,
): SignInProblem {
  if (isUnknownAccount(providerError)) {
    const hint = t`If you signed in with Google before, press Sign in with Google.`;
    return { ...toSignInProblem(cause, fallback), hint };
  }
  const problem = toSignInProblem(providerError, fallback);
  const offline =
    isProviderUnreachable(providerError) ||
    (providerError instanceof ProviderSignInError && isProviderUnreachableCode(providerError.cause));
  return offline
    ? { ...problem, hint: `No internet, and this is not the password for ${localPasswordName()}.` }
    : problem;
}

/** Converts an error to a message: the server's, the provider's, or the fallback of this sign-in method. */
export function toSignInProblem(error: unknown, fallback: SignInFallback): SignInProblem {
  if (error instanceof BothSignInsRejected) return toBothRejectedProblem(error, fallback);
  if (error instanceof ProviderSignInError) return toSignInProblem(error.cause, error.signIn.fallback);
  if (error instanceof IdentityError) return toIdentityProblem(error, fallback);
  if (error instanceof ApiError) {
    return { text: error.error ?? fallback, hint: unverifiedHint(error, fallback) };
  }
  // Network errors, failed script loads and anything else.
  return { text: NETWORK_ERROR };
}
