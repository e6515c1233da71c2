import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api, data } from '@/api/client';
import { teacherKeys } from '@/api/keys';
import type { TeacherAccount } from '@/api/types';

/** A new recovery code, told this once; the password proves who asks, or a sign-in of the last minutes without one. */
export function useMakeRecoveryCode(teacherId: string) {
  const client = useQueryClient();
  return useMutation({
    // Nothing of the account stands in a list.
    meta: { invalidates: [] },
    mutationFn: (currentPassword: string | undefined) =>
      data(
        api.POST('/api/teachers/{teacher_id}/recovery-code', {
          body: currentPassword === undefined ? {} : { currentPassword },
          params: { path: { teacher_id: teacherId } },
        }),
      ),
    onSuccess: ({ madeAt }) => {
      client.setQueryData<TeacherAccount>(
        teacherKeys.single(teacherId),
        (account) => account && { ...account, recoveryCodeMadeAt: madeAt },
      );
    },
    // Its answer may be what was lost: then the code before counts no more.
    onError: () => client.invalidateQueries({ queryKey: teacherKeys.single(teacherId) }),
  });
}
