import { Suspense } from 'react';

import { lazyWhenReachable } from '@/api/lazy-when-reachable';
import { useSession } from '@/auth/session-context';
import { toastStore } from '@/components/toast/toast-store';
import { useStore } from '@/hooks/use-store';

const Toaster = lazyWhenReachable(async () => ({
  default: (await import('@/components/toast/toaster')).Toaster,
}));

/** Toasts on pages outside the portals' `Shell`. They are rare, and the login page is a thirtieth smaller without. */
export function SignedOutToasts() {
  const { user } = useSession();
  const message = useStore(toastStore);
  if (user || !message) return null;
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  );
}
