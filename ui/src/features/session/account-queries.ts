import { useMutation } from '@tanstack/react-query';

import { api, data } from '@/api/client';
import type { SessionUser } from '@/api/types';
import { toast } from '@/components/toast-store';

import { useSession } from './session-context';

type PasswordChange = { currentPassword: string; newPassword: string };

// Nothing of the account stands in a list.
const meta = { invalidates: [] };

/** Changes the teacher's name, here and in the browser's other tabs. */
export function useRenameTeacher(teacherId: string) {
  const { update } = useSession();
  return useMutation({
    meta,
    mutationFn: (name: string) =>
      data(
        api.PUT('/api/teachers/{teacher_id}', {
          body: { name },
          params: { path: { teacher_id: teacherId } },
        }),
      ),
    onSuccess: ({ user }) => {
      update(user);
    },
  });
}

/** Changes the user's own password; every other session of the account ends. */
export function useChangePassword({ id, role }: SessionUser) {
  return useMutation({
    meta,
    mutationFn: async (body: PasswordChange) => {
      if (role === 'teacher') {
        await api.PUT('/api/teachers/{teacher_id}/password', { body, params: { path: { teacher_id: id } } });
      } else {
        await api.PUT('/api/students/{student_id}/password', { body, params: { path: { student_id: id } } });
      }
    },
  });
}

/** Ends every session of the account, this one too. */
export function useSignOutEverywhere() {
  const { signOut } = useSession();
  return useMutation({
    meta,
    mutationFn: () => api.POST('/api/auth/logout-everywhere'),
    onSuccess: () => {
      // Here, not where it is asked for: that page is gone as soon as nobody is signed in.
      toast({ title: 'Signed out everywhere' });
      signOut();
    },
  });
}
