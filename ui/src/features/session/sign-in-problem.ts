import { ApiError, isCode } from '@/api/api-error';

import { RefusedEntry } from './entry';
import { IdentityError } from './identity-error';
import { meaningOf } from './identity-meanings';
import { type Fallback, NETWORK_ERROR } from './sign-in-failure';

/** What a teacher is told about a sign-in that failed. */
export type Problem = {
  text: string;
  /** What still works meanwhile. */
  hint?: string | undefined;
  /** Nothing is wrong: the teacher changed their mind. */
  calm?: true | undefined;
  field?: 'email' | 'password' | undefined;
};

const WAY_HERE = 'you can sign in with the password for this computer, if you have set one in Settings.';

function offlineHint(fallback: Fallback): string {
  return fallback === 'Registration failed'
    ? 'A new account needs internet.'
    : `Without internet ${WAY_HERE}`;
}

/** What still works when the server couldn't check the sign-in. */
function uncheckedHint(error: unknown, fallback: Fallback): string | undefined {
  if (isCode(error, 'identity_provider_unreachable')) return offlineHint(fallback);
  const hasWay = isCode(error, 'invalid_token') && fallback !== 'Registration failed';
  return hasWay ? `Meanwhile ${WAY_HERE}` : undefined;
}

function identityProblem(error: IdentityError, fallback: Fallback): Problem {
  const meaning = meaningOf(error);
  if (!meaning) return { text: fallback };
  const { away, ...problem } = meaning;
  return { ...problem, hint: away ? offlineHint(fallback) : undefined };
}

/** The server's sentence, what the provider's error means, or the catalogue's text for this way of signing in. */
export function signInProblem(error: unknown, fallback: Fallback): Problem {
  if (error instanceof RefusedEntry) return signInProblem(error.cause, error.entry.fallback);
  if (error instanceof IdentityError) return identityProblem(error, fallback);
  if (error instanceof ApiError) {
    return { text: error.error ?? fallback, hint: uncheckedHint(error, fallback) };
  }
  // The class computer didn't answer, a script didn't load, or whatever else was thrown.
  return { text: NETWORK_ERROR };
}
