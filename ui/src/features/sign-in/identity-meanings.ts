import { IdentityError, TIMEOUT } from './identity-error';
import { NETWORK_ERROR } from './sign-in-failure';

type Meaning = {
  text: string;
  /** Nothing is wrong: the teacher changed their mind. */
  calm?: true;
  /** The field that it is about, where there is one. */
  field?: 'email' | 'password';
  /** It can't be reached: there is no internet, or a school's filter is in between. */
  away?: true;
};

const wrong: Meaning = { text: 'Incorrect e-mail or password.' };
const away: Meaning = { text: NETWORK_ERROR, away: true };
const cancelled: Meaning = { text: 'Google sign-in was cancelled.', calm: true };
const busy: Meaning = { text: 'Too many attempts. Please wait a few minutes and try again.' };
const weak: Meaning = {
  text: 'This password is too easy to guess. Please choose a longer one.',
  field: 'password',
};
const turnedOff: Meaning = {
  text: 'This way of signing in is turned off in your school’s Firebase project. Please ask whoever set it up.',
};
const misconfigured: Meaning = {
  text: 'Firebase doesn’t accept this school’s settings. Please ask whoever set it up to check them.',
};
const noStorage: Meaning = {
  text: 'Your browser doesn’t let Google’s window answer. Please allow cookies, or use another browser.',
};

/** Every error of the SDK that a teacher can meet. */
const meanings: Record<string, Meaning | undefined> = {
  'invalid-credential': wrong,
  'wrong-password': wrong,
  'user-not-found': wrong,
  'network-request-failed': away,
  // What a popup's scripts that don't load end in.
  'internal-error': away,
  [TIMEOUT]: away,
  'popup-closed-by-user': cancelled,
  'cancelled-popup-request': cancelled,
  'user-cancelled': cancelled,
  'popup-blocked': {
    text: 'Your browser blocked Google’s window. Allow pop-ups for this page, then press Sign in with Google again.',
  },
  'too-many-requests': busy,
  'quota-exceeded': busy,
  'user-disabled': { text: 'This account is disabled. Please ask whoever manages your school’s accounts.' },
  'email-already-in-use': {
    text: 'There is already an account with this e-mail. Please sign in instead.',
  },
  'account-exists-with-different-credential': {
    text: 'There is already an account with this e-mail. Please sign in with its password.',
  },
  'weak-password': weak,
  'password-does-not-meet-requirements': weak,
  'invalid-email': { text: 'Write the whole address, like name@school.org.', field: 'email' },
  'multi-factor-auth-required': {
    text: 'This account asks for a second step, which GoalBucks can’t do. Please use another account.',
  },
  'operation-not-allowed': turnedOff,
  'admin-restricted-operation': turnedOff,
  'invalid-api-key': misconfigured,
  'api-key-not-valid.-please-pass-a-valid-api-key.': misconfigured,
  'configuration-not-found': misconfigured,
  'auth-domain-config-required': misconfigured,
  'web-storage-unsupported': noStorage,
  'operation-not-supported-in-this-environment': noStorage,
};

/** Names the address that the project lacks. */
function unauthorized(): Meaning {
  return {
    text: `Google sign-in isn’t allowed at this address. Please ask whoever set up Firebase to add ${location.hostname} to its authorized domains.`,
  };
}

/** What it means for the teacher; null when nobody knows. */
export function meaningOf({ code }: IdentityError): Meaning | null {
  return code === 'unauthorized-domain' ? unauthorized() : (meanings[code] ?? null);
}

/** Whether it can't be reached. */
export function isAway(error: unknown): boolean {
  return error instanceof IdentityError && meaningOf(error) === away;
}

/** Whether there is an account there with this e-mail. */
export function isTaken(error: unknown): boolean {
  return error instanceof IdentityError && error.code === 'email-already-in-use';
}

/** Whether it says no more than that these aren't the credentials of an account there. */
export function knowsNoSuchAccount(error: unknown): boolean {
  if (!(error instanceof IdentityError)) return false;
  const meaning = meaningOf(error);
  return meaning === wrong || meaning === turnedOff || meaning?.field === 'email';
}
