import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';

import type { SessionUser } from '@/api/types';
import { NoticeContext } from '@/components/dialog';
import { LoadingScreen } from '@/components/loading-screen';
import { userStorage } from '@/components/user-storage';
import type { EndedSession } from '@/features/session/ended-session';
import { useSession } from '@/features/session/session-context';
import { SessionNotice } from '@/features/session/session-notice';

const notice = <SessionNotice />;

/** Waits for the saved session and sends everybody of another role to the login screen. */
export function RoleGuard({ only, children }: { only: SessionUser['role']; children: ReactNode }) {
  const { user, hydrating, endedFor, endedWhy } = useSession();
  const { pathname, search } = useLocation();
  if (hydrating) return <LoadingScreen />;
  if (user?.role === only) return <NoticeContext value={notice}>{children}</NoticeContext>;
  if (endedFor === null) return <Navigate to="/" replace state={null} />;
  const classCode = userStorage.of(endedFor.id).read('class-code');
  const ended: EndedSession = {
    userId: endedFor.id,
    page: pathname + search,
    role: endedFor.role,
    username: endedFor.username,
    ...(typeof classCode === 'string' && { classCode }),
    ...(endedWhy !== null && { why: endedWhy }),
  };
  return <Navigate to="/" replace state={ended} />;
}
