import { ApiError, NetworkError } from '@/api/api-error';

import { RefusedEntry } from './entry';
import { IdentityError } from './identity-error';
import { meaningOf } from './identity-meanings';
import { type Fallback, NETWORK_ERROR, signInFailure } from './sign-in-failure';

/** What a teacher is told about a sign-in that failed. */
export type Problem = {
  text: string;
  /** What still works meanwhile. */
  hint?: string | undefined;
  /** Nothing is wrong: the teacher changed their mind. */
  calm?: true | undefined;
  field?: 'email' | 'password' | undefined;
};

const WITHOUT_INTERNET =
  'Without internet you can sign in with the password for this computer, if you have set one in Settings.';

const offlineHints: Record<Fallback, string | undefined> = {
  'Registration failed': 'A new account needs internet.',
  'Sign-in failed': WITHOUT_INTERNET,
  'Google sign-in failed': WITHOUT_INTERNET,
  'Authentication failed': undefined,
  'Login failed': undefined,
};

function identityProblem(error: IdentityError, fallback: Fallback): Problem {
  const meaning = meaningOf(error);
  if (!meaning) return { text: fallback };
  const { away, ...problem } = meaning;
  return { ...problem, hint: away ? offlineHints[fallback] : undefined };
}

/** The server's sentence, what the provider's error means, or the catalogue's text for this way of signing in. */
export function signInProblem(error: unknown, fallback: Fallback): Problem {
  if (error instanceof RefusedEntry) return signInProblem(error.cause, error.entry.fallback);
  if (error instanceof IdentityError) return identityProblem(error, fallback);
  if (error instanceof ApiError || error instanceof NetworkError) {
    return { text: signInFailure(error, fallback) };
  }
  // A script that didn't load, or whatever else was thrown.
  return { text: NETWORK_ERROR };
}
