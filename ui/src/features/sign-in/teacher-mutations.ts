import { t } from '@lingui/core/macro';

import { isStatus } from '@/api/api-error';
import { api, unwrap } from '@/api/client';
import type { IdentityProviderConfig, Schemas } from '@/api/types';
import { useMutation } from '@/api/use-mutation';
import { useSignInWith } from '@/auth/mutations';
import { newAccountPassword } from '@/auth/new-account-password';
import { toast } from '@/components/toast/toast-store';

import { IdentityError, TIMEOUT } from './identity-error';
import type { Identity } from './identity-provider';
import { loadIdentityProvider } from './load-identity-provider';
import {
  type ProviderSignIn,
  completeProviderSignIn,
  couldNotVerify,
  ProviderSignInError,
  BothSignInsRejected,
  withCredential,
} from './provider-sign-in';
import { withTimeout } from './with-timeout';

export type TeacherCredentials = Omit<Schemas['TeacherSignInRequest'], 'idToken'>;
type LocalRegistration = Schemas['LocalRegistrationRequest'];
/** `inviteCode` is empty where none is required. */
export type NewTeacher = LocalRegistration & { inviteCode: string };

/** Shorter than the SDK's 30 s per request; an account created later is picked up by the next attempt. */
const REGISTRATION_TIMEOUT_MS = 20_000;
/** After this the local account is tried, for classrooms without internet. */
const SIGN_IN_TIMEOUT_MS = 6000;

const localSignIn = (body: TeacherCredentials) => unwrap(api.POST('/api/auth/teacher', { body }));

/** Whether to fall back to the local account: always, unless the server verified the identity and rejected it. */
function allowsLocalSignIn(error: unknown): boolean {
  return !(error instanceof ProviderSignInError) || couldNotVerify(error.cause);
}

async function fallBackToLocalSignIn(credentials: TeacherCredentials, providerError: unknown) {
  try {
    return await localSignIn(credentials);
  } catch (error) {
    throw isStatus(error, 401) ? new BothSignInsRejected(providerError, error) : error;
  }
}

function emailProviderSignIn({ idToken, email }: Identity): ProviderSignIn {
  return {
    email,
    send: (credential) =>
      unwrap(api.POST('/api/auth/teacher', { body: withCredential({ idToken }, credential) })),
    method: 'providerPassword',
  };
}

/** Sign-in of a teacher identified by the Google popup. */
export function googleProviderSignIn({ idToken, email }: Identity): ProviderSignIn {
  return {
    email,
    send: (credential) =>
      unwrap(api.POST('/api/auth/firebase', { body: withCredential({ idToken }, credential) })),
    method: 'google',
  };
}

async function signInAtProvider(config: IdentityProviderConfig, { username, password }: TeacherCredentials) {
  const identified = loadIdentityProvider(config).then((provider) =>
    provider.withEmail(username.trim(), password),
  );
  const late = () => new IdentityError(TIMEOUT);
  return completeProviderSignIn(emailProviderSignIn(await withTimeout(identified, SIGN_IN_TIMEOUT_MS, late)));
}

async function signIn(config: IdentityProviderConfig, credentials: TeacherCredentials) {
  try {
    return await signInAtProvider(config, credentials);
  } catch (error) {
    if (allowsLocalSignIn(error)) return fallBackToLocalSignIn(credentials, error);
    throw error;
  }
}

/** Signs in by e-mail and password at the identity provider, if configured, else locally. */
export function useTeacherSignIn(config: IdentityProviderConfig | null) {
  return useSignInWith((credentials: TeacherCredentials) =>
    config ? signIn(config, credentials) : localSignIn(credentials),
  );
}

type NewAccount = Omit<LocalRegistration, 'inviteCode'>;
type Invitation = Pick<LocalRegistration, 'inviteCode'>;

async function registerIdentity(config: IdentityProviderConfig, account: NewAccount, invited: Invitation) {
  const made = loadIdentityProvider(config).then((provider) => provider.withNewAccount(account));
  const late = () => new IdentityError(TIMEOUT);
  const { idToken } = await withTimeout(made, REGISTRATION_TIMEOUT_MS, late);
  return unwrap(api.POST('/api/auth/register-teacher', { body: { idToken, ...invited } }));
}

async function registerLocal(account: NewAccount, invited: Invitation) {
  const answer = await unwrap(api.POST('/api/auth/register-teacher', { body: { ...account, ...invited } }));
  newAccountPassword.set(account.password);
  return answer;
}

export function useRegisterTeacher(config: IdentityProviderConfig | null) {
  return useSignInWith(({ inviteCode, ...account }: NewTeacher) => {
    const invited = inviteCode === '' ? {} : { inviteCode };
    return config ? registerIdentity(config, account, invited) : registerLocal(account, invited);
  });
}

/** Opens the Google sign-in popup. */
export function useGoogleIdentity(config: IdentityProviderConfig | null) {
  return useMutation({
    meta: { changes: [] },
    mutationFn: async () => {
      if (!config) throw new Error('There is no identity provider.');
      return (await loadIdentityProvider(config)).withGoogle();
    },
  });
}

/** Completes a sign-in that the provider has confirmed. */
export function useCompleteProviderSignIn() {
  return useSignInWith(completeProviderSignIn);
}

/** Signs in locally; the next provider sign-in will ask for the password again. */
async function signInUnconnected(credentials: TeacherCredentials) {
  const answer = await localSignIn(credentials);
  // Shown here rather than in the form, which unmounts on sign-in.
  toast({
    title: t`Signed in, but not connected`,
    description: t`GoalBucks couldn’t check your sign-in just now. It asks for this password again next time.`,
  });
  return answer;
}

/** Completes a provider sign-in with the local password, which connects the account. */
export function useConnectAccount({ email, send }: ProviderSignIn) {
  return useSignInWith(async (password: string) => {
    try {
      return await send({ password });
    } catch (error) {
      if (couldNotVerify(error)) return signInUnconnected({ username: email, password });
      throw error;
    }
  });
}

/** Creates an account for a Google identity with the school's invite code. */
export function useInvitedSignIn({ send }: ProviderSignIn) {
  return useSignInWith((inviteCode: string) => send({ inviteCode }));
}
