import { api, unwrap } from '@/api/client';
import type { Schemas, SessionUser } from '@/api/types';
import { useMutation } from '@/api/use-mutation';
import { deviceClass } from '@/auth/device-class';
import { userStorage } from '@/auth/user-storage';

import { sendPendingLogout, markLogoutPending } from './pending-logout';
import { useSession } from './session-context';

// Signing in clears the cache.
const meta = { changes: [] };

export type StudentCredentials = Schemas['StudentSignInRequest'];

/** Waits for a pending logout, whose response would delete the new cookie. */
export function useSignInWith<Body>(
  send: (body: Body) => Promise<{ user: SessionUser }>,
  onSignedIn?: (body: Body, user: SessionUser) => void,
) {
  const { signIn } = useSession();
  return useMutation({
    meta,
    mutationFn: async (body: Body) => {
      await sendPendingLogout();
      return send(body);
    },
    onSuccess: ({ user }, body) => {
      signIn(user);
      onSignedIn?.(body, user);
    },
  });
}

export function useStudentSignIn() {
  return useSignInWith(
    (body: StudentCredentials) => unwrap(api.POST('/api/auth/student', { body })),
    ({ classCode }, { id }) => {
      userStorage.of(id).write('class-code', classCode);
      deviceClass.keep(classCode);
    },
  );
}

/** Signs out immediately; the server is notified when it is reachable. */
export function useSignOut() {
  const { signOut } = useSession();
  return useMutation({
    meta,
    mutationFn: sendPendingLogout,
    onMutate: () => {
      markLogoutPending();
      signOut();
    },
  });
}
