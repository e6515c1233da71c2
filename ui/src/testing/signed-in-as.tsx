import { type ReactNode, useState } from 'react';
import { vi } from 'vitest';

import type { SessionUser } from '@/api/types';
import { SessionContext } from '@/auth/session-context';
import { SessionStore } from '@/auth/session-store';

type SignedInAsProps = { user: SessionUser; children: ReactNode };

/** Provides a session of `user` from the first render on, without a request to the server. */
export function SignedInAs({ user, children }: SignedInAsProps) {
  const [store] = useState(() => {
    localStorage.setItem('temp_user', JSON.stringify(user));
    const session = new SessionStore(() => undefined);
    vi.spyOn(session, 'refresh').mockResolvedValue();
    session.hydrate();
    return session;
  });
  return <SessionContext value={store}>{children}</SessionContext>;
}
