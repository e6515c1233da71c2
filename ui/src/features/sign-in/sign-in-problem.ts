import { ApiError, isCode } from '@/api/api-error';
import { isSchoolServer } from '@/lib/host';

import { RefusedEntry, RefusedTwice } from './entry';
import { IdentityError } from './identity-error';
import { isAway, knowsNoSuchAccount, meaningOf } from './identity-meanings';
import { type Fallback, NETWORK_ERROR } from './sign-in-failure';

/** What a teacher is told about a sign-in that failed. */
export type Problem = {
  text: string;
  /** What still works meanwhile. */
  hint?: string | undefined;
  /** Nothing is wrong: the teacher changed their mind. */
  calm?: true | undefined;
  field?: 'email' | 'password' | 'inviteCode' | undefined;
};

/** Whose the local password is, in a sentence. */
const here = () => (isSchoolServer() ? 'GoalBucks' : 'this computer');
const wayHere = () => `you can sign in with the password for ${here()}, if you have set one in Settings.`;

function offlineHint(fallback: Fallback): string {
  return fallback === 'Registration failed'
    ? 'A new account needs internet.'
    : `Without internet ${wayHere()}`;
}

const isUnreachable = (error: unknown) => isCode(error, 'identity_provider_unreachable');

/** What still works when the server couldn't check the sign-in. */
function uncheckedHint(error: unknown, fallback: Fallback): string | undefined {
  if (isUnreachable(error)) return offlineHint(fallback);
  const hasWay = isCode(error, 'invalid_token') && fallback !== 'Registration failed';
  return hasWay ? `Meanwhile ${wayHere()}` : undefined;
}

function identityProblem(error: IdentityError, fallback: Fallback): Problem {
  const meaning = meaningOf(error);
  if (!meaning) return { text: fallback };
  const { away, ...problem } = meaning;
  return { ...problem, hint: away ? offlineHint(fallback) : undefined };
}

/** Wrong here too, what counts is the provider's refusal, if it knows more than "wrong". */
function twiceProblem({ first, cause }: RefusedTwice, fallback: Fallback): Problem {
  if (knowsNoSuchAccount(first)) {
    const hint = 'If you signed in with Google before, press Sign in with Google.';
    return { ...signInProblem(cause, fallback), hint };
  }
  const problem = signInProblem(first, fallback);
  const offline = isAway(first) || (first instanceof RefusedEntry && isUnreachable(first.cause));
  return offline ? { ...problem, hint: `No internet, and this is not the password for ${here()}.` } : problem;
}

/** The server's sentence, what the provider's error means, or the catalogue's text for this way of signing in. */
export function signInProblem(error: unknown, fallback: Fallback): Problem {
  if (error instanceof RefusedTwice) return twiceProblem(error, fallback);
  if (error instanceof RefusedEntry) return signInProblem(error.cause, error.entry.fallback);
  if (error instanceof IdentityError) return identityProblem(error, fallback);
  if (error instanceof ApiError) {
    return { text: error.error ?? fallback, hint: uncheckedHint(error, fallback) };
  }
  // The class computer didn't answer, a script didn't load, or whatever else was thrown.
  return { text: NETWORK_ERROR };
}
