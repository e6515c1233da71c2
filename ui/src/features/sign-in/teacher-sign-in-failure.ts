import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, select, t } from '@lingui/core/macro';

import { ApiError, isCode } from '@/api/api-error';
import { serverKind } from '@/api/server-kind';

import { IdentityError } from './identity-error';
import { isProviderUnreachable, isUnknownAccount, providerErrorMessage } from './provider-error-messages';
import { ProviderSignInError, BothSignInsRejected, type SignInMethod } from './provider-sign-in';
import { NETWORK_ERROR } from './sign-in-failure';

/** Message for a failed teacher sign-in. */
export type SignInFailure = {
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

function toIdentityFailure(error: IdentityError, method: SignInMethod): SignInFailure {
  const meaning = providerErrorMessage(error);
  if (!meaning) return fallbackFailure(method);
  const { text, unreachable, ...failure } = meaning;
  return { ...failure, text: i18n._(text), hint: unreachable ? offlineHint(method) : undefined };
}

/** If both rejected it, prefers the provider's error when it is more specific. */
function toBothRejectedFailure(
  { providerError, cause }: BothSignInsRejected,
  method: SignInMethod,
): SignInFailure {
  if (isUnknownAccount(providerError)) {
    const hint = t`If you signed in with Google before, press Sign in with Google.`;
    return { ...toSignInFailure(cause, method), hint };
  }
  const failure = toSignInFailure(providerError, method);
  const isOffline =
    isProviderUnreachable(providerError) ||
    (providerError instanceof ProviderSignInError && isProviderUnreachableCode(providerError.cause));
  if (!isOffline) return failure;
  const hint = select(serverKind(), {
    school: 'No internet, and this is not the password for GoalBucks.',
    other: 'No internet, and this is not the password for this computer.',
  });
  return { ...failure, hint };
}

/** The specification's message, where nothing more is known. */
export function fallbackFailure(method: SignInMethod): SignInFailure {
  return { text: i18n._(fallbackMessages[method]) };
}

/** Shown when no identity provider is set up. */
export function notConfiguredFailure(): SignInFailure {
  return {
    text: t`Firebase authentication is not configured. Please set up Firebase credentials.`,
    hint: t`You can sign in with your e-mail and password. For the school's IT: google-sign-in.md in the documentation of GoalBucks says how to set it up.`,
  };
}

/** Converts an error to a message: the server's, the provider's, or the fallback of this sign-in method. */
export function toSignInFailure(error: unknown, method: SignInMethod): SignInFailure {
  if (error instanceof BothSignInsRejected) return toBothRejectedFailure(error, method);
  if (error instanceof ProviderSignInError) return toSignInFailure(error.cause, error.signIn.method);
  if (error instanceof IdentityError) return toIdentityFailure(error, method);
  if (error instanceof ApiError) {
    const failure = error.error === undefined ? fallbackFailure(method) : { text: error.error };
    return { ...failure, hint: unverifiedHint(error, method) };
  }
  // Network errors, failed script loads and anything else.
  return { text: i18n._(NETWORK_ERROR) };
}
