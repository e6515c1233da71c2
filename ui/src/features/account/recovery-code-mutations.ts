import { useQueryClient } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { accountKeys } from '@/api/keys';
import type { TeacherAccount } from '@/api/types';
import { useMutation } from '@/api/use-mutation';

/**
 * Creates a recovery code, which the server returns only once. Requires the password, or a recent sign-in for accounts
 * without one.
 */
export function useCreateRecoveryCode(teacherId: string) {
  const client = useQueryClient();
  return useMutation({
    // The response may have been lost after the old code was replaced.
    meta: { changes: [], changesIfFailed: ['account'] },
    mutationFn: (currentPassword: string | undefined) =>
      unwrap(
        api.POST('/api/teachers/{teacher_id}/recovery-code', {
          body: currentPassword === undefined ? {} : { currentPassword },
          params: { path: { teacher_id: teacherId } },
        }),
      ),
    onSuccess: ({ madeAt }) => {
      client.setQueryData<TeacherAccount>(
        accountKeys.detail(teacherId),
        (account) => account && { ...account, recoveryCodeMadeAt: madeAt },
      );
    },
  });
}
