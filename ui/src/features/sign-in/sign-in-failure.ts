import { ApiError } from '@/api/api-error';

export const NETWORK_ERROR = 'Network error. Please try again.';
export const IDENTITY_PROVIDER_MISSING =
  'Firebase authentication is not configured. Please set up Firebase credentials.';

/** The specification's message for each sign-in method. */
export type SignInFallback =
  | 'Authentication failed'
  | 'Registration failed'
  | 'Sign-in failed'
  | 'Login failed'
  | 'Google sign-in failed';

/** Message for a failed sign-in: the server's, else the fallback. */
export function signInFailureMessage(error: unknown, fallback: SignInFallback): string {
  if (error instanceof ApiError) return error.error ?? fallback;
  return NETWORK_ERROR;
}
