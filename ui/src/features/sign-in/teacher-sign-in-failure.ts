import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, select, t } from '@lingui/core/macro';

import { ApiError, isCode } from '@/api/api-error';
import { serverKind } from '@/api/server-kind';

import { IdentityError } from './identity-error';
import { isProviderUnreachable, isUnknownAccount, providerErrorMessage } from './provider-error-messages';
import { ProviderSignInError, BothSignInsRejected, type SignInMethod } from './provider-sign-in';
import { NETWORK_ERROR } from './sign-in-failure';

/** Message for a failed teacher sign-in. */
export type SignInProblem = {
  text: string;
  /** Suggested alternative. */
  hint?: string | undefined;
  /** Not an error: the teacher cancelled. */
  neutral?: true | undefined;
  field?: 'email' | 'password' | 'inviteCode' | undefined;
};

/** The specification's message for each sign-in method. */
const fallbackMessages: Record<SignInMethod, MessageDescriptor> = {
  password: msg`Sign-in failed`,
  providerPassword: msg`Authentication failed`,
  google: msg`Google sign-in failed`,
  registration: msg`Registration failed`,
};

function offlineHint(method: SignInMethod): string {
  if (method === 'registration') return t`A new account needs internet.`;
  return select(serverKind(), {
    school:
      'Without internet you can sign in with the password for GoalBucks, if you have set one in Settings.',
    other:
      'Without internet you can sign in with the password for this computer, if you have set one in Settings.',
  });
}

const isProviderUnreachableCode = (error: unknown) => isCode(error, 'identity_provider_unreachable');

/** Hint for sign-ins that the server couldn't verify. */
function unverifiedHint(error: unknown, method: SignInMethod): string | undefined {
  if (isProviderUnreachableCode(error)) return offlineHint(method);
  if (!isCode(error, 'invalid_token') || method === 'registration') return undefined;
  return select(serverKind(), {
    school: 'Meanwhile you can sign in with the password for GoalBucks, if you have set one in Settings.',
    other: 'Meanwhile you can sign in with the password for this computer, if you have set one in Settings.',
  });
}

function toIdentityProblem(error: IdentityError, method: SignInMethod): SignInProblem {
  const meaning = providerErrorMessage(error);
  if (!meaning) return fallbackProblem(method);
  const { text, unreachable, ...problem } = meaning;
  return { ...problem, text: i18n._(text), hint: unreachable ? offlineHint(method) : undefined };
}

/** If both rejected it, prefers the provider's error when it is more specific. */
function toBothRejectedProblem(
  { providerError, cause }: BothSignInsRejected,
  method: SignInMethod,
): SignInProblem {
  if (isUnknownAccount(providerError)) {
    const hint = t`If you signed in with Google before, press Sign in with Google.`;
    return { ...toSignInProblem(cause, method), hint };
  }
  const problem = toSignInProblem(providerError, method);
  const isOffline =
    isProviderUnreachable(providerError) ||
    (providerError instanceof ProviderSignInError && isProviderUnreachableCode(providerError.cause));
  if (!isOffline) return problem;
  const hint = select(serverKind(), {
    school: 'No internet, and this is not the password for GoalBucks.',
    other: 'No internet, and this is not the password for this computer.',
  });
  return { ...problem, hint };
}

/** The specification's message, where nothing more is known. */
export function fallbackProblem(method: SignInMethod): SignInProblem {
  return { text: i18n._(fallbackMessages[method]) };
}

/** Shown when no identity provider is set up. */
export function notConfiguredProblem(): SignInProblem {
  return {
    text: t`Firebase authentication is not configured. Please set up Firebase credentials.`,
    hint: t`You can sign in with your e-mail and password. For the school's IT: google-sign-in.md in the documentation of GoalBucks says how to set it up.`,
  };
}

/** Converts an error to a message: the server's, the provider's, or the fallback of this sign-in method. */
export function toSignInProblem(error: unknown, method: SignInMethod): SignInProblem {
  if (error instanceof BothSignInsRejected) return toBothRejectedProblem(error, method);
  if (error instanceof ProviderSignInError) return toSignInProblem(error.cause, error.signIn.method);
  if (error instanceof IdentityError) return toIdentityProblem(error, method);
  if (error instanceof ApiError) {
    const problem = error.error === undefined ? fallbackProblem(method) : { text: error.error };
    return { ...problem, hint: unverifiedHint(error, method) };
  }
  // Network errors, failed script loads and anything else.
  return { text: i18n._(NETWORK_ERROR) };
}
