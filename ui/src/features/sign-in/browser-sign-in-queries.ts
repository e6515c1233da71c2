import { t } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';

import { ApiError, outageOf } from '@/api/api-error';
import { api, unwrap } from '@/api/client';

import type { HandoffStart } from './desktop-window';
import { type ProviderSignIn, withCredential } from './provider-sign-in';

const POLL_INTERVAL_MS = 1000;
/** The account that was used in the browser. */
export type BrowserIdentity = { name: string; email: string };

/** Whether the error is final. Lost responses are retried. */
function isFinal(error: unknown): error is ApiError {
  return error instanceof ApiError && outageOf(error) === null && error.status < 500;
}

/** Polls every second for the sign-in in the browser; null until then. */
export const browserIdentityQuery = ({ handoff, verifier }: HandoffStart) =>
  queryOptions({
    queryKey: ['session', 'handoff', handoff],
    queryFn: async ({ signal }): Promise<BrowserIdentity | null> => {
      const body = { handoff, verifier };
      return (await api.POST('/api/auth/handoff/look', { body, signal })).data ?? null;
    },
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data || isFinal(state.error) ? false : POLL_INTERVAL_MS),
    refetchIntervalInBackground: true,
  });

/** Message when the hand-off has ended; null while it continues. */
export function browserSignInEndMessage(error: unknown): string | null {
  return isFinal(error) ? (error.error ?? t`This sign-in is over. Please try again.`) : null;
}

export function browserProviderSignIn(
  { handoff, verifier }: HandoffStart,
  { email }: BrowserIdentity,
): ProviderSignIn {
  return {
    email,
    send: (credential) =>
      unwrap(
        api.POST('/api/auth/handoff/claim', { body: withCredential({ handoff, verifier }, credential) }),
      ),
    method: 'google',
  };
}
