import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { teacherKeys } from '@/api/keys';
import type { TeacherAccount } from '@/api/types';

/**
 * Creates a recovery code, which the server returns only once. Requires the password, or a recent sign-in for accounts
 * without one.
 */
export function useCreateRecoveryCode(teacherId: string) {
  const client = useQueryClient();
  return useMutation({
    // No list shows account data, so there is nothing to invalidate.
    meta: { invalidates: [] },
    mutationFn: (currentPassword: string | undefined) =>
      unwrap(
        api.POST('/api/teachers/{teacher_id}/recovery-code', {
          body: currentPassword === undefined ? {} : { currentPassword },
          params: { path: { teacher_id: teacherId } },
        }),
      ),
    onSuccess: ({ madeAt }) => {
      client.setQueryData<TeacherAccount>(
        teacherKeys.detail(teacherId),
        (account) => account && { ...account, recoveryCodeMadeAt: madeAt },
      );
    },
    // The response may have been lost after the old code was replaced.
    onError: () => client.invalidateQueries({ queryKey: teacherKeys.detail(teacherId) }),
  });
}
