import { useCallback } from 'react';

import { failureToast } from '@/api/failure-toast';
import type { Student } from '@/api/types';
import { toast } from '@/components/toast/toast-store';

import { fullName } from './full-name';
import { useUnlockStudent } from './queries';

/** For a child who typed a wrong password too often: no question, as it costs nothing. */
export function useUnlock() {
  const { mutate } = useUnlockStudent();
  return useCallback(
    (student: Pick<Student, 'id' | 'firstName' | 'lastName'>) => {
      mutate(student.id, {
        onSuccess: () => {
          toast({ title: 'Sign-in unlocked', description: `${fullName(student)} can try again now.` });
        },
        onError: (error) => {
          failureToast('Failed to unlock sign-in. Please try again.', error);
        },
      });
    },
    [mutate],
  );
}
