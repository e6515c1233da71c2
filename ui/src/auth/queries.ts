import { useMutation } from '@tanstack/react-query';

import { api, data } from '@/api/client';
import type { Schemas, SessionUser } from '@/api/types';
import { userStorage } from '@/auth/user-storage';

import { finishLogout, rememberLogout } from './pending-logout';
import { useSession } from './session-context';

// Signing in empties the cache itself, so there is nothing to refresh.
const meta = { invalidates: [] };

export type StudentCredentials = Schemas['StudentSignInRequest'];

/** A logout still under way comes first: its answer takes the cookie away, and mustn't take the new one. */
export function useSignInWith<Body>(
  send: (body: Body) => Promise<{ user: SessionUser }>,
  onSignedIn?: (body: Body, user: SessionUser) => void,
) {
  const { signIn } = useSession();
  return useMutation({
    meta,
    mutationFn: async (body: Body) => {
      await finishLogout();
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
    (body: StudentCredentials) => data(api.POST('/api/auth/student', { body })),
    ({ classCode }, { id }) => {
      userStorage.of(id).write('class-code', classCode);
    },
  );
}

/** Signs out here at once; the server is told as soon as it can be reached. */
export function useSignOut() {
  const { signOut } = useSession();
  return useMutation({
    meta,
    mutationFn: finishLogout,
    onMutate: () => {
      rememberLogout();
      signOut();
    },
  });
}
