import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { isCode, isStatus } from '@/api/api-error';
import { api, unwrap } from '@/api/client';
import { teacherKeys } from '@/api/keys';
import type { Schemas, SessionUser, TeacherAccount } from '@/api/types';
import { useSession } from '@/auth/session-context';
import { toast } from '@/components/toast/toast-store';

// No list shows account data.
const invalidates = [] as const;

export const RENAME_FAILED = 'Failed to change name. Please try again.';
export const CHANGE_PASSWORD_FAILED = 'Failed to change password. Please try again.';
export const SET_PASSWORD_FAILED = 'Failed to set password. Please try again.';

/** Changes the teacher's name, here and in the browser's other tabs. */
export function useRenameTeacher(teacherId: string) {
  const { updateUser } = useSession();
  return useMutation({
    meta: { invalidates, failed: RENAME_FAILED },
    mutationFn: (name: string) =>
      unwrap(
        api.PUT('/api/teachers/{teacher_id}', {
          body: { name },
          params: { path: { teacher_id: teacherId } },
        }),
      ),
    onSuccess: ({ user }) => {
      updateUser(user);
      toast({ title: t`Name changed` });
    },
  });
}

/** Changes the user's own password; every other session of the account ends. */
export function useChangePassword({ id, role }: SessionUser) {
  const client = useQueryClient();
  return useMutation({
    meta: {
      invalidates,
      // Shown at the field of the current password.
      failed: (error) => (isCode(error, 'wrong_password') ? null : CHANGE_PASSWORD_FAILED),
    },
    mutationFn: async (body: Schemas['StudentPasswordRequest']) => {
      const previousCodeMadeAt = client.getQueryData<TeacherAccount>(
        teacherKeys.detail(id),
      )?.recoveryCodeMadeAt;
      if (role === 'teacher') {
        await api.PUT('/api/teachers/{teacher_id}/password', { body, params: { path: { teacher_id: id } } });
      } else {
        await api.PUT('/api/students/{student_id}/password', { body, params: { path: { student_id: id } } });
      }
      return { endedCode: typeof previousCodeMadeAt === 'string' };
    },
    onSuccess: ({ endedCode }) => {
      toast({
        title: t`Password changed`,
        description: t`Other devices are signed out now.`,
        detail: endedCode ? t`Your recovery code went with the old password: make a new one.` : undefined,
      });
      // The change disconnects the teacher's identity provider and invalidates the recovery code.
      if (role === 'teacher') void client.invalidateQueries({ queryKey: teacherKeys.detail(id) });
    },
  });
}

/** Whether the account already has a password, set meanwhile in another tab or on another device. */
export function hasPasswordAlready(error: unknown): boolean {
  return isStatus(error, 422) && error.fields['currentPassword'] !== undefined;
}

/** The message if the session is too old to set a password; null for other errors. */
export function describeStaleSession(error: unknown): string | null {
  if (!isCode(error, 'sign_in_again')) return null;
  return error.error ?? t`Please sign out and in again, then set the password.`;
}

/** Sets the local password of an identity-provider account: the first one, or a replacement for a forgotten one. */
export function useSetPassword(teacherId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: {
      invalidates,
      failed: (error) =>
        describeStaleSession(error) !== null || hasPasswordAlready(error) ? null : SET_PASSWORD_FAILED,
    },
    mutationFn: (newPassword: string) =>
      api.PUT('/api/teachers/{teacher_id}/password', {
        body: { newPassword },
        params: { path: { teacher_id: teacherId } },
      }),
    onSuccess: () => {
      toast({ title: t`Password set`, description: t`You can sign in with it when there is no internet.` });
      client.setQueryData<TeacherAccount>(
        teacherKeys.detail(teacherId),
        (account) => account && { ...account, hasPassword: true, recoveryCodeMadeAt: null },
      );
    },
    onError: (error) => {
      if (!hasPasswordAlready(error)) return;
      toast({
        tone: 'error',
        title: t`This account has got a password meanwhile`,
        description: t`To change it, type that one as your current password.`,
      });
      void client.invalidateQueries({ queryKey: teacherKeys.detail(teacherId) });
    },
  });
}

/** Ends all sessions of the account, including this one. */
export function useSignOutEverywhere() {
  const { signOut } = useSession();
  return useMutation({
    meta: { invalidates, failed: t`Failed to sign out everywhere. Please try again.` },
    mutationFn: () => api.POST('/api/auth/logout-everywhere'),
    onSuccess: () => {
      toast({ title: t`Signed out everywhere` });
      signOut();
    },
  });
}
