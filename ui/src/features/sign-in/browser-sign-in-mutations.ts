import { api } from '@/api/client';
import type { Schemas } from '@/api/types';
import { useMutation } from '@/api/use-mutation';

import { beginGoogleSignIn } from './desktop-window';
import { withTimeout } from './with-timeout';

/** Timeout for opening the browser. */
const START_TIMEOUT_MS = 10_000;

/** Opens the browser. */
export function useStartBrowserSignIn() {
  const late = () => new Error('The window began no hand-off in time.');
  return useMutation({
    meta: { changes: [] },
    mutationFn: () => withTimeout(beginGoogleSignIn(), START_TIMEOUT_MS, late),
  });
}

/** Called in the browser: delivers the identity to the desktop window. */
export function useDeliverSignIn() {
  return useMutation({
    meta: { changes: [] },
    mutationFn: (body: Schemas['DeliveryRequest']) => api.POST('/api/auth/handoff/deliver', { body }),
  });
}
