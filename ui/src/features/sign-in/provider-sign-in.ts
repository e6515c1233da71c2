import { isCode, isStatus } from '@/api/api-error';
import type { SessionUser } from '@/api/types';

/** How a teacher signs in; `providerPassword` is an e-mail and password at the identity provider. */
export type SignInMethod = 'password' | 'providerPassword' | 'google' | 'registration';

/** Additional credential: the local password, or a school's invite code for a new account. */
type ExtraCredential = { password: string } | { inviteCode: string };

/** A sign-in that the identity provider has confirmed and the server hasn't accepted yet. */
export type ProviderSignIn = {
  /** E-mail at the provider and of the connected local account, if any. */
  email: string;
  /** Completes the sign-in, with the additional credential if the server requires one. */
  send: (credential?: ExtraCredential) => Promise<{ user: SessionUser }>;
  method: SignInMethod;
};

/** The server rejected the sign-in; see `cause`. */
export class ProviderSignInError extends Error {
  override readonly name = 'ProviderSignInError' as const;
  readonly signIn: ProviderSignIn;

  constructor(signIn: ProviderSignIn, cause: unknown) {
    super(undefined, { cause });
    this.signIn = signIn;
  }
}

export async function completeProviderSignIn(signIn: ProviderSignIn): Promise<{ user: SessionUser }> {
  try {
    return await signIn.send();
  } catch (error) {
    throw new ProviderSignInError(signIn, error);
  }
}

/** A sign-in that requires an additional credential. */
export type RequiredCredential = { signIn: ProviderSignIn; credential: 'password' | 'inviteCode' };

/** The credential that the server requires; null for other errors. */
export function requiredCredential(error: unknown): RequiredCredential | null {
  if (!(error instanceof ProviderSignInError)) return null;
  const { signIn, cause } = error;
  if (isCode(cause, 'link_required')) return { signIn, credential: 'password' };
  return isCode(cause, 'registration_closed') ? { signIn, credential: 'inviteCode' } : null;
}

/** Both the provider and the local account rejected the sign-in; the local error is the cause. */
export class BothSignInsRejected extends Error {
  override readonly name = 'BothSignInsRejected' as const;
  readonly providerError: unknown;

  constructor(providerError: unknown, cause: unknown) {
    super(undefined, { cause });
    this.providerError = providerError;
  }
}

/** Whether the local account rejected the credentials. */
export function isRejectedLocally(error: unknown): boolean {
  return error instanceof BothSignInsRejected || isStatus(error, 401);
}

/** Whether the server couldn't verify the token: no connection to Google, or a wrong clock. */
export function couldNotVerify(error: unknown): boolean {
  return isCode(error, 'identity_provider_unreachable') || isCode(error, 'invalid_token');
}

/** Adds the local password or the invite code, if given, to a request body. */
export function withCredential<Body extends object>(body: Body, credential?: ExtraCredential) {
  return { ...body, ...credential } as Body & { username: string; password: string };
}
