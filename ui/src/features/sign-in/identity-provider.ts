import { deleteApp, FirebaseError, initializeApp } from '@firebase/app';
import {
  type Auth,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  GoogleAuthProvider,
  initializeAuth,
  inMemoryPersistence,
  signInWithEmailAndPassword,
  signInWithPopup,
  signOut,
  updateProfile,
  type User,
} from '@firebase/auth';

import type { IdentityProviderConfig } from '@/api/types';

import { IdentityError } from './identity-error';

/** A confirmed identity with a short-lived token for the server. */
export type Identity = { idToken: string; email: string };
type NewIdentity = { name: string; email: string; password: string };

/** Each method signs out of the provider afterwards and rejects with an IdentityError. */
export type IdentityProvider = {
  withEmail: (email: string, password: string) => Promise<Identity>;
  withNewAccount: (account: NewIdentity) => Promise<Identity>;
  /** Opens a popup, so it must be called in response to a click. */
  withGoogle: () => Promise<Identity>;
};

function toIdentityError(error: unknown): unknown {
  return error instanceof FirebaseError ? new IdentityError(error.code.replace(/^auth\//, ''), error) : error;
}

async function identify(auth: Auth, signIn: () => Promise<User>): Promise<Identity> {
  try {
    const user = await signIn();
    return { idToken: await user.getIdToken(), email: user.email ?? '' };
  } catch (error) {
    throw toIdentityError(error);
  } finally {
    await signOut(auth);
  }
}

const EMAIL_TAKEN_CODES = ['auth/email-already-in-use'];
const WRONG_PASSWORD_CODES = ['auth/invalid-credential', 'auth/wrong-password'];

function isAnyOf(codes: string[], error: unknown): boolean {
  return error instanceof FirebaseError && codes.includes(error.code);
}

/** An existing account with the same password counts as created: the response was lost, or it is a second computer. */
async function createUser(auth: Auth, { email, password }: NewIdentity): Promise<User> {
  try {
    return (await createUserWithEmailAndPassword(auth, email, password)).user;
  } catch (taken) {
    if (!isAnyOf(EMAIL_TAKEN_CODES, taken)) throw taken;
    try {
      return (await signInWithEmailAndPassword(auth, email, password)).user;
    } catch (error) {
      throw isAnyOf(WRONG_PASSWORD_CODES, error) ? taken : error;
    }
  }
}

async function setDisplayName(user: User, name: string): Promise<User> {
  if (user.displayName !== name) {
    await updateProfile(user, { displayName: name });
    // A token issued before the name was set doesn't contain it.
    await user.getIdToken(true);
  }
  return user;
}

async function signInAtGoogle(auth: Auth): Promise<User> {
  const google = new GoogleAuthProvider();
  google.setCustomParameters({ prompt: 'select_account' });
  // The size of the SDK's popup.
  return (await signInWithPopup(auth, google)).user;
}

/** Persists nothing in the browser. */
function openAuth({ emulatorUrl, ...project }: IdentityProviderConfig): Auth {
  const app = initializeApp(project, { name: 'goalbucks', automaticDataCollectionEnabled: false });
  const auth = initializeAuth(app, {
    persistence: inMemoryPersistence,
    popupRedirectResolver: browserPopupRedirectResolver,
  });
  if (emulatorUrl !== null) connectAuthEmulator(auth, emulatorUrl, { disableWarnings: true });
  return auth;
}

let current: { project: string; auth: Auth } | null = null;

/** Initialized once, and again if the configured project changes. */
async function getAuthFor(config: IdentityProviderConfig): Promise<Auth> {
  const project = JSON.stringify(config);
  if (current && current.project !== project) {
    const { app } = current.auth;
    current = null;
    await deleteApp(app);
  }
  try {
    current ??= { project, auth: openAuth(config) };
  } catch (error) {
    throw toIdentityError(error);
  }
  return current.auth;
}

export async function openIdentityProvider(config: IdentityProviderConfig): Promise<IdentityProvider> {
  const auth = await getAuthFor(config);
  return {
    withEmail: (email, password) =>
      identify(auth, async () => (await signInWithEmailAndPassword(auth, email, password)).user),
    withNewAccount: (account) =>
      identify(auth, async () => setDisplayName(await createUser(auth, account), account.name)),
    withGoogle: () => identify(auth, () => signInAtGoogle(auth)),
  };
}
