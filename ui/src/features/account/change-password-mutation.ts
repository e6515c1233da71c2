import { msg, t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';

import { isCode } from '@/api/api-error';
import { api } from '@/api/client';
import { accountKeys } from '@/api/keys';
import type { Schemas, SessionUser, TeacherAccount } from '@/api/types';
import { useMutation } from '@/api/use-mutation';
import { toast } from '@/components/toast/toast-store';

/** Changes the user's own password; every other session of the account ends. */
export function useChangePassword({ id, role }: SessionUser) {
  const client = useQueryClient();
  return useMutation({
    meta: {
      // The change disconnects the teacher's identity provider and invalidates the recovery code.
      changes: role === 'teacher' ? ['account'] : [],
      failed: msg`Failed to change password. Please try again.`,
      // Shown at the field of the current password.
      toasts: (error) => !isCode(error, 'wrong_password'),
    },
    mutationFn: async (body: Schemas['StudentPasswordRequest']) => {
      const previousCodeMadeAt = client.getQueryData<TeacherAccount>(
        accountKeys.detail(id),
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
    },
  });
}
