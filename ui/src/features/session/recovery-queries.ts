import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api, data } from '@/api/client';
import { teacherKeys } from '@/api/keys';
import type { TeacherAccount } from '@/api/types';
import { toast } from '@/components/toast-store';

import { useSignInWith } from './queries';

export type Recovery = { username: string; code: string; newPassword: string };

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

/** Signs in with the printed code, in place of a password that was forgotten. `onMakeNew` leads to the next code. */
export function useRecover(onMakeNew: () => void) {
  return useSignInWith(async (body: Recovery) => {
    const answer = await data(api.POST('/api/auth/recover', { body }));
    // Here, not where it is asked for: that form goes with the signing in.
    toast({
      title: 'Your new password is set',
      description: 'The recovery code is used up.',
      action: {
        label: 'New code',
        altText: 'You make a new one in Settings.',
        onPress: onMakeNew,
      },
    });
    return answer;
  });
}
