import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api, unwrap, ignoreNotFound } from '@/api/client';
import { purchaseKeys, studentKeys, submissionKeys, suggestionKeys } from '@/api/keys';
import type { Student, StudentStats } from '@/api/types';
import { toast } from '@/components/toast/toast-store';

import { fullName } from './full-name';

const ofStudent = (studentId: string) => ({ path: { student_id: studentId } });

/** Keys of lists with one row per student. */
export const STUDENT_LIST_KEYS = [studentKeys.allStats, studentKeys.allOfTeachers];

/** Removes a student from the lists. Its own queries aren't refetched: a "not found" would flash before the page moves on. */
export function useRemoveStudentFromCache() {
  const queryClient = useQueryClient();
  return async (studentId: string) => {
    for (const queryKey of STUDENT_LIST_KEYS) {
      queryClient.setQueriesData<StudentStats[]>({ queryKey }, (students) =>
        students?.filter((student) => student.id !== studentId),
      );
    }
    await queryClient.invalidateQueries({ refetchType: 'none' });
  };
}

export function useDeleteStudent() {
  const removeFromCache = useRemoveStudentFromCache();
  return useMutation({
    meta: {
      invalidates: [...STUDENT_LIST_KEYS, submissionKeys.allOfTeachers, suggestionKeys.all, purchaseKeys.all],
      failed: 'Failed to delete student. Please try again.',
    },
    mutationFn: (studentId: string) =>
      ignoreNotFound(api.DELETE('/api/students/{student_id}', { params: ofStudent(studentId) })),
    onSuccess: async (_answer, studentId) => {
      await removeFromCache(studentId);
      toast({ title: 'Student deleted' });
    },
  });
}

export const MOVE_FAILED = 'Failed to move student. Please try again.';

/** Moves a student, with everything it has, to another class of its teacher. */
export function useMoveStudent() {
  return useMutation({
    // The focus goes on to the next row, as this one leaves the class.
    meta: { awaits: true, failed: MOVE_FAILED },
    mutationFn: ({ id, classroomId }: { id: string; classroomId: string }) =>
      unwrap(
        api.PUT('/api/students/{student_id}/classroom', { body: { classroomId }, params: ofStudent(id) }),
      ),
  });
}

/** Resets the student's failed sign-in attempts. */
export function useUnlockStudent() {
  return useMutation({
    meta: { invalidates: [], failed: 'Failed to unlock sign-in. Please try again.' },
    mutationFn: ({ id }: Pick<Student, 'id' | 'firstName' | 'lastName'>) =>
      api.POST('/api/students/{student_id}/unlock', { params: ofStudent(id) }),
    onSuccess: (_answer, student) => {
      toast({ title: 'Sign-in unlocked', description: `${fullName(student)} can try again now.` });
    },
  });
}
