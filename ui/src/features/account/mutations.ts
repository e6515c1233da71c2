import { msg, t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';

import { isCode, isStatus } from '@/api/api-error';
import { api, ignoreNotFound, unwrap } from '@/api/client';
import { accountKeys } from '@/api/keys';
import type { OpenSession, TeacherAccount } from '@/api/types';
import { useMutation } from '@/api/use-mutation';
import { useSession } from '@/auth/session-context';
import { toast } from '@/components/toast/toast-store';

/** Changes the teacher's name, here and in the browser's other tabs. */
export function useRenameTeacher(teacherId: string) {
  const { updateUser } = useSession();
  return useMutation({
    meta: { changes: [], failed: msg`Failed to change name. Please try again.` },
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

/** Whether the account already has a password, set meanwhile in another tab or on another device. */
function hasPasswordAlready(error: unknown): boolean {
  return isStatus(error, 422) && error.fields['currentPassword'] !== undefined;
}

/** The message if the session is too old to set a password; null for other errors. */
function describeStaleSession(error: unknown): string | null {
  if (!isCode(error, 'sign_in_again')) return null;
  return error.error ?? t`Please sign out and in again, then set the password.`;
}

/** Sets the local password of an identity-provider account: the first one, or a replacement for a forgotten one. */
export function useSetPassword(teacherId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: {
      changes: [],
      changesIfFailed: ['account'],
      failed: (error) => describeStaleSession(error) ?? msg`Failed to set password. Please try again.`,
      toasts: (error) => describeStaleSession(error) === null && !hasPasswordAlready(error),
    },
    mutationFn: (newPassword: string) =>
      api.PUT('/api/teachers/{teacher_id}/password', {
        body: { newPassword },
        params: { path: { teacher_id: teacherId } },
      }),
    onSuccess: () => {
      toast({
        title: t`Password set`,
        description: t({
          message: 'You can sign in with it when there is no internet.',
          comment: 'It: the password',
        }),
      });
      client.setQueryData<TeacherAccount>(
        accountKeys.detail(teacherId),
        (account) => account && { ...account, hasPassword: true, recoveryCodeMadeAt: null },
      );
    },
    onError: (error) => {
      if (!hasPasswordAlready(error)) return;
      toast({
        tone: 'error',
        title: t`This account has got a password meanwhile`,
        description: t({
          message: 'To change it, type that one as your current password.',
          comment: 'It: the password',
        }),
      });
    },
  });
}

/** Ends all sessions of the account, including this one. */
export function useSignOutEverywhere() {
  const { signOut } = useSession();
  return useMutation({
    meta: { changes: [], failed: t`Failed to sign out everywhere. Please try again.` },
    mutationFn: () => api.POST('/api/auth/logout-everywhere'),
    onSuccess: () => {
      // Signing out removes the toast that is shown.
      signOut();
      toast({ title: t`Signed out everywhere` });
    },
  });
}

/** Ends one session of the account; a 404 counts as ended. Ending this browser's session signs out here. */
export function useEndSession({ id, device, current }: OpenSession) {
  const { signOut } = useSession();
  return useMutation({
    meta: {
      changes: ['open-sessions'],
      awaits: ['open-sessions'],
      failed: t`Failed to sign out the device. Please try again.`,
    },
    mutationFn: () =>
      ignoreNotFound(
        api.DELETE('/api/account/sessions/{session_id}', { params: { path: { session_id: id } } }),
      ),
    onSuccess: () => {
      if (current) signOut();
      else toast({ title: t`Signed out`, description: device ?? t`Unknown device` });
    },
  });
}
