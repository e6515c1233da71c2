import { useMutation } from '@tanstack/react-query';

import { isStatus } from '@/api/api-error';
import { api, data } from '@/api/client';
import type { IdentityProviderConfig } from '@/api/types';

import { type Entry, enter, proof } from './entry';
import { IdentityError, TIMEOUT } from './identity-error';
import { knowsNoSuchAccount, leavesLocalAccount } from './identity-meanings';
import type { Identity } from './identity-provider';
import { loadIdentityProvider } from './load-identity-provider';
import { useSignInWith } from './queries';

export type TeacherCredentials = { username: string; password: string };
export type NewTeacher = { name: string; email: string; password: string };

/** Then the account here is tried: without internet a lesson mustn't wait for the provider. */
const PROVIDER_ANSWERS_WITHIN_MS = 6000;

async function inTime<Result>(answer: Promise<Result>): Promise<Result> {
  let limit: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    limit = setTimeout(() => {
      reject(new IdentityError(TIMEOUT));
    }, PROVIDER_ANSWERS_WITHIN_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(limit);
  }
}

const localSignIn = (body: TeacherCredentials) => data(api.POST('/api/auth/teacher', { body }));

/** Wrong here too, what counts is why the provider didn't answer, if it knows more than "wrong". */
async function signInHereInstead(credentials: TeacherCredentials, refusal: unknown) {
  if (!leavesLocalAccount(refusal)) throw refusal;
  try {
    return await localSignIn(credentials);
  } catch (error) {
    throw isStatus(error, 401) && !knowsNoSuchAccount(refusal) ? refusal : error;
  }
}

function emailEntry({ idToken, email }: Identity): Entry {
  return {
    email,
    send: (password) => data(api.POST('/api/auth/teacher', { body: proof({ idToken }, password) })),
    fallback: 'Authentication failed',
  };
}

/** Of a teacher whom Google has named in its window. */
export function googleEntry({ idToken, email }: Identity): Entry {
  return {
    email,
    send: (password) => data(api.POST('/api/auth/firebase', { body: proof({ idToken }, password) })),
    fallback: 'Google sign-in failed',
  };
}

async function signIn(config: IdentityProviderConfig, credentials: TeacherCredentials) {
  const { username, password } = credentials;
  const identified = loadIdentityProvider(config).then((provider) =>
    provider.withEmail(username.trim(), password),
  );
  let identity: Identity;
  try {
    identity = await inTime(identified);
  } catch (refusal) {
    return signInHereInstead(credentials, refusal);
  }
  return enter(emailEntry(identity));
}

/** By e-mail and password: at the identity provider, where there is one, else with the account here. */
export function useTeacherSignIn(config: IdentityProviderConfig | null) {
  return useSignInWith((credentials: TeacherCredentials) =>
    config ? signIn(config, credentials) : localSignIn(credentials),
  );
}

async function registerIdentity(config: IdentityProviderConfig, account: NewTeacher) {
  const { idToken } = await (await loadIdentityProvider(config)).withNewAccount(account);
  return data(api.POST('/api/auth/register-teacher', { body: proof({ idToken }) }));
}

export function useRegisterTeacher(config: IdentityProviderConfig | null) {
  return useSignInWith((body: NewTeacher) =>
    config ? registerIdentity(config, body) : data(api.POST('/api/auth/register-teacher', { body })),
  );
}

/** Asks Google who it is, in a window of Google's. */
export function useGoogleIdentity(config: IdentityProviderConfig | null) {
  return useMutation({
    meta: { invalidates: [] },
    mutationFn: async () => {
      if (!config) throw new Error('There is no identity provider.');
      return (await loadIdentityProvider(config)).withGoogle();
    },
  });
}

/** Signs a teacher in whom the identity provider has named. */
export function useEnter() {
  return useSignInWith(enter);
}

/** The same with the password of the account here, which is connected by it for good. */
export function useConnectAccount({ send }: Entry) {
  return useSignInWith((password: string) => send(password));
}
