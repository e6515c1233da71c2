import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';

import type { SessionUser } from '@/api/types';
import type { EndedSession } from '@/auth/ended-session';
import { useSession } from '@/auth/session-context';
import { userStorage } from '@/auth/user-storage';
import { NoticeContext } from '@/components/dialog/dialog';
import { LoadingScreen } from '@/components/loading-screen';
import { SessionNotice } from '@/features/sign-in/session-notice';

const notice = <SessionNotice />;

/** Waits for the saved session and redirects other roles to the login screen. */
export function RoleGuard({
  allowedRole,
  children,
}: {
  allowedRole: SessionUser['role'];
  children: ReactNode;
}) {
  const { user, hydrating, endedFor, endedReason, locked } = useSession();
  const { pathname, search } = useLocation();
  if (hydrating) return <LoadingScreen />;
  if (user?.role === allowedRole) return <NoticeContext value={notice}>{children}</NoticeContext>;
  if (endedFor === null) return <Navigate to="/" replace state={null} />;
  const classCode = userStorage.of(endedFor.id).read('class-code');
  const ended: EndedSession = {
    userId: endedFor.id,
    page: pathname + search,
    role: endedFor.role,
    locked,
    username: endedFor.username,
    ...(typeof classCode === 'string' && { classCode }),
    ...(endedReason !== null && { why: endedReason }),
  };
  return <Navigate to="/" replace state={ended} />;
}
