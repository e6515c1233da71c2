import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';

import type { SessionUser, StudentUser } from '@/api/types';
import { clearToast } from '@/components/toast/toast-store';
import { useStore } from '@/hooks/use-store';

import { type SessionState, SessionStore } from './session-store';

/** Exported for tests; everything else uses the hooks below. */
const SessionContext = createContext<SessionStore | null>(null);

export function SessionProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const [store] = useState(
    () =>
      new SessionStore(() => {
        queryClient.clear();
        clearToast();
      }),
  );
  useEffect(() => {
    store.hydrate();
    return store.start();
  }, [store]);
  return <SessionContext value={store}>{children}</SessionContext>;
}

type Session = SessionState &
  Pick<
    SessionStore,
    'signIn' | 'updateUser' | 'signOut' | 'lock' | 'endIdleSession' | 'refresh' | 'signOutAfterRestore'
  >;

export function useSession(): Session {
  const store = use(SessionContext);
  if (!store) throw new Error('useSession needs a SessionProvider above it.');
  const state = useStore(store);
  const { signIn, updateUser, signOut, lock, endIdleSession, refresh, signOutAfterRestore } = store;
  return { ...state, signIn, updateUser, signOut, lock, endIdleSession, refresh, signOutAfterRestore };
}

/** The signed-in user; throws outside of guarded pages. */
export function useUser(): SessionUser {
  const { user } = useSession();
  if (!user) throw new Error('This page needs a signed-in user.');
  return user;
}

/** The signed-in student, with its class. */
export function useStudent(): StudentUser {
  const user = useUser();
  if (user.role !== 'student') throw new Error('This page needs a signed-in student.');
  return user;
}

/** Start page of the user's role. */
export function homePath(user: SessionUser): string {
  return user.role === 'teacher' ? '/teacher' : '/student';
}
