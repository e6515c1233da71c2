import { queryOptions, useMutation } from '@tanstack/react-query';

import { ApiError } from '@/api/api-error';
import { api, data } from '@/api/client';

import { beginGoogleSignIn, type HandoffStart } from './desktop-window';
import { type Entry, withProof } from './entry';
import { inTime } from './in-time';

const LOOK_EVERY_MS = 1000;
/** Starting a browser takes a slow computer seconds. */
const WINDOW_BEGINS_WITHIN_MS = 10_000;

/** Who signed in in the browser. */
export type Delivered = { name: string; email: string };

/** Opens the browser. */
export function useBeginHandOff() {
  const late = () => new Error('The window began no hand-off in time.');
  return useMutation({
    meta: { invalidates: [] },
    mutationFn: () => inTime(beginGoogleSignIn(), WINDOW_BEGINS_WITHIN_MS, late),
  });
}

/** Refused for good. A lost answer isn't the end: the class computer may be busy, or just awake again. */
function isOver(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500;
}

/** Asks each second, the browser being in front, until somebody has signed in there; null while nobody has. */
export const deliveredQuery = ({ handoff, verifier }: HandoffStart) =>
  queryOptions({
    queryKey: ['session', 'handoff', handoff],
    queryFn: async ({ signal }): Promise<Delivered | null> => {
      const body = { handoff, verifier };
      return (await api.POST('/api/auth/handoff/look', { body, signal })).data ?? null;
    },
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data || isOver(state.error) ? false : LOOK_EVERY_MS),
    refetchIntervalInBackground: true,
  });

/** The hand-off's end, as a sentence; null while it goes on. */
export function handOffEnd(error: unknown): string | null {
  return isOver(error) ? (error.error ?? 'This sign-in is over. Please try again.') : null;
}

export function handOffEntry({ handoff, verifier }: HandoffStart, { email }: Delivered): Entry {
  return {
    email,
    send: (proof) =>
      data(api.POST('/api/auth/handoff/claim', { body: withProof({ handoff, verifier }, proof) })),
    fallback: 'Google sign-in failed',
  };
}

/** The browser's side: brings the window who signed in, and gets nothing for it. */
export function useDeliver() {
  return useMutation({
    meta: { invalidates: [] },
    mutationFn: (body: { handoff: string; idToken: string }) =>
      api.POST('/api/auth/handoff/deliver', { body }),
  });
}
