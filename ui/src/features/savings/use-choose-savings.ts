import { msg, t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';

import { api } from '@/api/client';
import { savingsKeys } from '@/api/keys';
import { useMutation } from '@/api/use-mutation';
import { useStudent } from '@/auth/session-context';

/** Saves for an item in place of another one; null ends saving, and dismisses the notice of a deleted item at once. */
export function useChooseSavings() {
  const { id: studentId } = useStudent();
  const queryClient = useQueryClient();
  const queryKey = savingsKeys.ofStudent(studentId);
  return useMutation({
    meta: {
      changes: ['savings'],
      changesIfFailed: ['savings'],
      awaits: ['savings'],
      failed: msg`Your choice wasn't saved. Please try again.`,
      whenGone: t`Your teacher has taken it out of the store.`,
    },
    mutationFn: (itemId: string | null) =>
      api.PUT('/api/students/{student_id}/savings', {
        body: { itemId },
        params: { path: { student_id: studentId } },
      }),
    onMutate: async (itemId) => {
      // A pending response would show the previous choice.
      await queryClient.cancelQueries({ queryKey });
      if (itemId === null) queryClient.setQueryData(queryKey, null);
    },
  });
}
