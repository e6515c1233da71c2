import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

import { IdentityError, TIMEOUT } from './identity-error';
import { NETWORK_ERROR } from './sign-in-failure';

type ProviderErrorMessage = {
  text: MessageDescriptor;
  /** Not an error: the teacher cancelled. */
  neutral?: true;
  /** The field that caused the error, if any. */
  field?: 'email' | 'password';
  /** The provider can't be reached. */
  unreachable?: true;
};

const wrongCredentials: ProviderErrorMessage = { text: msg`Incorrect e-mail or password.` };
const unreachable: ProviderErrorMessage = { text: NETWORK_ERROR, unreachable: true };
const cancelled: ProviderErrorMessage = { text: msg`Google sign-in was cancelled.`, neutral: true };
const tooManyAttempts: ProviderErrorMessage = {
  text: msg`Too many attempts. Please wait a few minutes and try again.`,
};
const weakPassword: ProviderErrorMessage = {
  text: msg`This password is too easy to guess. Please choose a longer one.`,
  field: 'password',
};
const providerDisabled: ProviderErrorMessage = {
  text: msg`This way of signing in is turned off in your school’s Firebase project. Please ask whoever set it up.`,
};
const misconfigured: ProviderErrorMessage = {
  text: msg`Firebase doesn’t accept this school’s settings. Please ask whoever set it up to check them.`,
};
const storageBlocked: ProviderErrorMessage = {
  text: msg`Your browser doesn’t let Google’s window answer. Please allow cookies, or use another browser.`,
};

/** Messages by SDK error code. */
const messages: Record<string, ProviderErrorMessage | undefined> = {
  'invalid-credential': wrongCredentials,
  'wrong-password': wrongCredentials,
  'user-not-found': wrongCredentials,
  'network-request-failed': unreachable,
  // Reported when the popup's scripts don't load.
  'internal-error': unreachable,
  [TIMEOUT]: unreachable,
  'popup-closed-by-user': cancelled,
  'cancelled-popup-request': cancelled,
  'user-cancelled': cancelled,
  'popup-blocked': {
    text: msg`Your browser blocked Google’s window. Allow pop-ups for this page, then press Sign in with Google again.`,
  },
  'too-many-requests': tooManyAttempts,
  'quota-exceeded': tooManyAttempts,
  'user-disabled': {
    text: msg`This account is disabled. Please ask whoever manages your school’s accounts.`,
  },
  'email-already-in-use': {
    text: msg`There is already an account with this e-mail. Please sign in instead.`,
  },
  'account-exists-with-different-credential': {
    text: msg`There is already an account with this e-mail. Please sign in with its password.`,
  },
  'weak-password': weakPassword,
  'password-does-not-meet-requirements': weakPassword,
  'invalid-email': { text: msg`Write the whole address, like name@school.org.`, field: 'email' },
  'multi-factor-auth-required': {
    text: msg`This account asks for a second step, which GoalBucks can’t do. Please use another account.`,
  },
  'operation-not-allowed': providerDisabled,
  'admin-restricted-operation': providerDisabled,
  'invalid-api-key': misconfigured,
  'api-key-not-valid.-please-pass-a-valid-api-key.': misconfigured,
  'configuration-not-found': misconfigured,
  'auth-domain-config-required': misconfigured,
  'web-storage-unsupported': storageBlocked,
  'operation-not-supported-in-this-environment': storageBlocked,
};

/** Message with this page's domain, which the project must authorize. */
function unauthorizedDomain(): ProviderErrorMessage {
  const { hostname } = location;
  return {
    text: msg`Google sign-in isn’t allowed at this address. Please ask whoever set up Firebase to add ${hostname} to its authorized domains.`,
  };
}

/** Message for the teacher; null for unknown codes. */
export function providerErrorMessage({ code }: IdentityError): ProviderErrorMessage | null {
  return code === 'unauthorized-domain' ? unauthorizedDomain() : (messages[code] ?? null);
}

/** Whether the provider is unreachable. */
export function isProviderUnreachable(error: unknown): boolean {
  return error instanceof IdentityError && providerErrorMessage(error) === unreachable;
}

/** Whether the provider already has an account with this e-mail. */
export function isEmailTaken(error: unknown): boolean {
  return error instanceof IdentityError && error.code === 'email-already-in-use';
}

/** Whether the provider doesn't know these credentials. */
export function isUnknownAccount(error: unknown): boolean {
  if (!(error instanceof IdentityError)) return false;
  const meaning = providerErrorMessage(error);
  return meaning === wrongCredentials || meaning === providerDisabled || meaning?.field === 'email';
}
