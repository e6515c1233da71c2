import type { ReactNode } from 'react';
import { Navigate } from 'react-router';

import type { SessionUser } from '@/api/types';
import { LoadingScreen } from '@/components/loading-screen';
import { useSession } from '@/features/session/session-context';

/** Waits for the saved session and sends everybody of another role to the login screen. */
export function RoleGuard({ only, children }: { only: SessionUser['role']; children: ReactNode }) {
  const { user, hydrating } = useSession();
  if (hydrating) return <LoadingScreen />;
  if (user?.role !== only) return <Navigate to="/" replace />;
  return children;
}
