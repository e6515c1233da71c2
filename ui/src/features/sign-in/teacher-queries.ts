import { useMutation } from '@tanstack/react-query';

import { isStatus } from '@/api/api-error';
import { api, data } from '@/api/client';
import type { IdentityProviderConfig } from '@/api/types';
import { useSignInWith } from '@/auth/queries';
import { toast } from '@/components/toast/toast-store';

import { newAccountPassword } from '../../auth/new-account-password';
import { type Entry, enter, isUnchecked, RefusedEntry, RefusedTwice, withProof } from './entry';
import { IdentityError, TIMEOUT } from './identity-error';
import type { Identity } from './identity-provider';
import { inTime } from './in-time';
import { loadIdentityProvider } from './load-identity-provider';

export type TeacherCredentials = { username: string; password: string };
/** `inviteCode` is empty where nobody asks for one. */
export type NewTeacher = { name: string; email: string; password: string; inviteCode: string };

/** The SDK gives up after 30 s for each of several requests; an account that is made later is taken up by the next press. */
const ACCOUNT_MADE_WITHIN_MS = 20_000;
/** Then the account here is tried: without internet a lesson mustn't wait for the provider. */
const PROVIDER_ANSWERS_WITHIN_MS = 6000;

const localSignIn = (body: TeacherCredentials) => data(api.POST('/api/auth/teacher', { body }));

/**
 * Whether the account here may be tried in its place. What the server says about a teacher whom it has checked holds;
 * anything else, a slip in the settings too, must keep no teacher from the class.
 */
function leavesLocalAccount(refusal: unknown): boolean {
  return !(refusal instanceof RefusedEntry) || isUnchecked(refusal.cause);
}

async function signInHereInstead(credentials: TeacherCredentials, refusal: unknown) {
  try {
    return await localSignIn(credentials);
  } catch (error) {
    throw isStatus(error, 401) ? new RefusedTwice(refusal, error) : error;
  }
}

function emailEntry({ idToken, email }: Identity): Entry {
  return {
    email,
    send: (proof) => data(api.POST('/api/auth/teacher', { body: withProof({ idToken }, proof) })),
    fallback: 'Authentication failed',
  };
}

/** Of a teacher whom Google has named in its window. */
export function googleEntry({ idToken, email }: Identity): Entry {
  return {
    email,
    send: (proof) => data(api.POST('/api/auth/firebase', { body: withProof({ idToken }, proof) })),
    fallback: 'Google sign-in failed',
  };
}

async function signInAtProvider(config: IdentityProviderConfig, { username, password }: TeacherCredentials) {
  const identified = loadIdentityProvider(config).then((provider) =>
    provider.withEmail(username.trim(), password),
  );
  const late = () => new IdentityError(TIMEOUT);
  return enter(emailEntry(await inTime(identified, PROVIDER_ANSWERS_WITHIN_MS, late)));
}

async function signIn(config: IdentityProviderConfig, credentials: TeacherCredentials) {
  try {
    return await signInAtProvider(config, credentials);
  } catch (refusal) {
    if (leavesLocalAccount(refusal)) return signInHereInstead(credentials, refusal);
    throw refusal;
  }
}

/** By e-mail and password: at the identity provider, where there is one, else with the account here. */
export function useTeacherSignIn(config: IdentityProviderConfig | null) {
  return useSignInWith((credentials: TeacherCredentials) =>
    config ? signIn(config, credentials) : localSignIn(credentials),
  );
}

type Invited = { inviteCode?: string };

async function registerIdentity(
  config: IdentityProviderConfig,
  account: Omit<NewTeacher, 'inviteCode'>,
  invited: Invited,
) {
  const made = loadIdentityProvider(config).then((provider) => provider.withNewAccount(account));
  const late = () => new IdentityError(TIMEOUT);
  const { idToken } = await inTime(made, ACCOUNT_MADE_WITHIN_MS, late);
  return data(api.POST('/api/auth/register-teacher', { body: { idToken, ...invited } }));
}

async function registerLocal(account: Omit<NewTeacher, 'inviteCode'>, invited: Invited) {
  const answer = await data(api.POST('/api/auth/register-teacher', { body: { ...account, ...invited } }));
  newAccountPassword.set(account.password);
  return answer;
}

export function useRegisterTeacher(config: IdentityProviderConfig | null) {
  return useSignInWith(({ inviteCode, ...account }: NewTeacher) => {
    const invited = inviteCode === '' ? {} : { inviteCode };
    return config ? registerIdentity(config, account, invited) : registerLocal(account, invited);
  });
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

/** Its password lets into the account here; the next sign-in at the provider asks for it once more. */
async function enterUnconnected(credentials: TeacherCredentials) {
  const answer = await localSignIn(credentials);
  // Here, not where it is asked for: that form goes with the signing in.
  toast({
    title: 'Signed in, but not connected',
    description: 'GoalBucks couldn’t check your sign-in just now. It asks for this password again next time.',
  });
  return answer;
}

/** The same with the password of the account here, which is connected by it for good. */
export function useConnectAccount({ email, send }: Entry) {
  return useSignInWith(async (password: string) => {
    try {
      return await send({ password });
    } catch (refusal) {
      if (isUnchecked(refusal)) return enterUnconnected({ username: email, password });
      throw refusal;
    }
  });
}

/** A new account of somebody whom Google has named, with the school's invite code. */
export function useInvitedEntry({ send }: Entry) {
  return useSignInWith((inviteCode: string) => send({ inviteCode }));
}
