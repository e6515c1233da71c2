import { useMutation } from '@tanstack/react-query';

import { isStatus } from '@/api/api-error';
import { api, unwrap } from '@/api/client';
import { backupKeys, purchaseKeys, submissionKeys, suggestionKeys } from '@/api/keys';
import type { Erasure } from '@/api/types';

import { STUDENT_LIST_KEYS, useRemoveStudentFromCache } from './mutations';

/** Polls: the request returns before the backups are rewritten, which may take minutes. */
async function eraseUntilDone(studentId: string): Promise<Erasure | null> {
  try {
    for (;;) {
      const params = { path: { student_id: studentId } };
      const answer = await unwrap(api.POST('/api/students/{student_id}/erase', { params }));
      if (answer.done) return answer;
    }
  } catch (error) {
    // Already erased: the server was restarted and finished by itself.
    if (isStatus(error, 404)) return null;
    throw error;
  }
}

/** Erases a student; resolves when the backups are rewritten. */
export function useEraseStudent() {
  const removeFromCache = useRemoveStudentFromCache();
  return useMutation({
    meta: {
      invalidates: [
        ...STUDENT_LIST_KEYS,
        submissionKeys.allOfTeachers,
        suggestionKeys.all,
        purchaseKeys.all,
        backupKeys.all,
      ],
      failed: 'Failed to erase student. Please try again.',
    },
    mutationFn: eraseUntilDone,
    onSuccess: (_answer, studentId) => removeFromCache(studentId),
  });
}
