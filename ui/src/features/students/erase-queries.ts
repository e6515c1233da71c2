import { useMutation } from '@tanstack/react-query';

import { isStatus } from '@/api/api-error';
import { api, data } from '@/api/client';
import { backupKeys, purchaseKeys, submissionKeys, suggestionKeys } from '@/api/keys';
import type { Erasure } from '@/api/types';

import { LISTS, useForgetStudent } from './mutations';

/** The answer comes while the backups are still being rewritten, which may take minutes: asked again, it tells how that goes on. */
async function erase(studentId: string): Promise<Erasure | null> {
  try {
    for (;;) {
      const params = { path: { student_id: studentId } };
      const answer = await data(api.POST('/api/students/{student_id}/erase', { params }));
      if (answer.done) return answer;
    }
  } catch (error) {
    // Gone already; GoalBucks was started again meanwhile and has gone on by itself.
    if (isStatus(error, 404)) return null;
    throw error;
  }
}

/** Erases a student everywhere; done when the backups are rewritten. */
export function useEraseStudent() {
  const forget = useForgetStudent();
  return useMutation({
    meta: {
      invalidates: [
        ...LISTS,
        submissionKeys.ofTeachers,
        suggestionKeys.all,
        purchaseKeys.all,
        backupKeys.all,
      ],
      failed: 'Failed to erase student. Please try again.',
    },
    mutationFn: erase,
    onSuccess: (_answer, studentId) => forget(studentId),
  });
}
