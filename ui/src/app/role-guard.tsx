import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';

import type { SessionUser } from '@/api/types';
import { LoadingScreen } from '@/components/loading-screen';
import type { EndedSession } from '@/features/session/ended-session';
import { useSession } from '@/features/session/session-context';

/** Waits for the saved session and sends everybody of another role to the login screen. */
export function RoleGuard({ only, children }: { only: SessionUser['role']; children: ReactNode }) {
  const { user, hydrating, endedFor, endedWhy } = useSession();
  const { pathname, search } = useLocation();
  if (hydrating) return <LoadingScreen />;
  if (user?.role === only) return children;
  if (endedFor === null) return <Navigate to="/" replace state={null} />;
  const ended: EndedSession = {
    userId: endedFor,
    page: pathname + search,
    ...(endedWhy !== null && { why: endedWhy }),
  };
  return <Navigate to="/" replace state={ended} />;
}
