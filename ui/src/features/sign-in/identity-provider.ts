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

/** Who somebody is, with a token by which the server believes it; good for a few minutes. */
export type Identity = { idToken: string; email: string };
type NewIdentity = { name: string; email: string; password: string };

/** Each ends signed out of the provider: what counts is the session here. Each fails with an IdentityError. */
export type IdentityProvider = {
  withEmail: (email: string, password: string) => Promise<Identity>;
  withNewAccount: (account: NewIdentity) => Promise<Identity>;
  /** In a window of Google's, which opens only while the browser still counts the teacher's press. */
  withGoogle: () => Promise<Identity>;
};

function identityError(error: unknown): unknown {
  return error instanceof FirebaseError ? new IdentityError(error.code.replace(/^auth\//, ''), error) : error;
}

async function identify(auth: Auth, signIn: () => Promise<User>): Promise<Identity> {
  try {
    const user = await signIn();
    return { idToken: await user.getIdToken(), email: user.email ?? '' };
  } catch (error) {
    throw identityError(error);
  } finally {
    await signOut(auth);
  }
}

const TAKEN = ['auth/email-already-in-use'];
const WRONG_PASSWORD = ['auth/invalid-credential', 'auth/wrong-password'];

function isAnyOf(codes: string[], error: unknown): boolean {
  return error instanceof FirebaseError && codes.includes(error.code);
}

/** With its password an account made before counts as made now: an answer was lost, or it is a second computer. */
async function createUser(auth: Auth, { email, password }: NewIdentity): Promise<User> {
  try {
    return (await createUserWithEmailAndPassword(auth, email, password)).user;
  } catch (taken) {
    if (!isAnyOf(TAKEN, taken)) throw taken;
    try {
      return (await signInWithEmailAndPassword(auth, email, password)).user;
    } catch (refusal) {
      throw isAnyOf(WRONG_PASSWORD, refusal) ? taken : refusal;
    }
  }
}

async function nameUser(user: User, name: string): Promise<User> {
  if (user.displayName !== name) {
    await updateProfile(user, { displayName: name });
    // The one from before the name doesn't carry it.
    await user.getIdToken(true);
  }
  return user;
}

async function signInAtGoogle(auth: Auth): Promise<User> {
  const google = new GoogleAuthProvider();
  google.setCustomParameters({ prompt: 'select_account' });
  // The SDK's own window is 500 by 600.
  return (await signInWithPopup(auth, google)).user;
}

/** Nothing of who signed in is kept in the browser. */
function openAuth({ emulatorUrl, ...project }: IdentityProviderConfig): Auth {
  const app = initializeApp(project, { name: 'goalbucks', automaticDataCollectionEnabled: false });
  const auth = initializeAuth(app, {
    persistence: inMemoryPersistence,
    popupRedirectResolver: browserPopupRedirectResolver,
  });
  if (emulatorUrl !== null) connectAuthEmulator(auth, emulatorUrl, { disableWarnings: true });
  return auth;
}

let open: { project: string; auth: Auth } | null = null;

/** Set up once; anew only when the server has been given another project meanwhile. */
async function authOf(config: IdentityProviderConfig): Promise<Auth> {
  const project = JSON.stringify(config);
  if (open && open.project !== project) {
    const { app } = open.auth;
    open = null;
    await deleteApp(app);
  }
  try {
    open ??= { project, auth: openAuth(config) };
  } catch (error) {
    throw identityError(error);
  }
  return open.auth;
}

export async function openIdentityProvider(config: IdentityProviderConfig): Promise<IdentityProvider> {
  const auth = await authOf(config);
  return {
    withEmail: (email, password) =>
      identify(auth, async () => (await signInWithEmailAndPassword(auth, email, password)).user),
    withNewAccount: (account) =>
      identify(auth, async () => nameUser(await createUser(auth, account), account.name)),
    withGoogle: () => identify(auth, () => signInAtGoogle(auth)),
  };
}
