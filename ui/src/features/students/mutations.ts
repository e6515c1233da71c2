import { i18n } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { isStatus } from '@/api/api-error';
import { api, unwrap, ignoreNotFound } from '@/api/client';
import { backupKeys, purchaseKeys, studentKeys, submissionKeys, suggestionKeys } from '@/api/keys';
import type { Erasure, Student, StudentStats } from '@/api/types';
import { toast } from '@/components/toast/toast-store';

import { fullName } from './full-name';

const ofStudent = (studentId: string) => ({ path: { student_id: studentId } });

/** Keys of lists with one row per student. */
const STUDENT_LIST_KEYS = [studentKeys.allStats, studentKeys.allOfTeachers];

/** Removes a student from the lists. Its own queries aren't refetched: a "not found" would flash before the page moves on. */
function useRemoveStudentFromCache() {
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
      failed: t`Failed to delete student. Please try again.`,
    },
    mutationFn: (studentId: string) =>
      ignoreNotFound(api.DELETE('/api/students/{student_id}', { params: ofStudent(studentId) })),
    onSuccess: async (_answer, studentId) => {
      await removeFromCache(studentId);
      toast({ title: t`Student deleted` });
    },
  });
}

export const MOVE_FAILED = msg`Failed to move student. Please try again.`;

/** Moves a student with all data to another class of the teacher. */
export function useMoveStudent() {
  return useMutation({
    // The focus moves to the next row, because this one leaves the class.
    meta: { awaits: true, failed: i18n._(MOVE_FAILED) },
    mutationFn: ({ id, classroomId }: { id: string; classroomId: string }) =>
      unwrap(
        api.PUT('/api/students/{student_id}/classroom', { body: { classroomId }, params: ofStudent(id) }),
      ),
  });
}

export const SET_PASSWORD_FAILED = msg`Failed to set the password. Please try again.`;

type NewPassword = {
  student: Pick<Student, 'id' | 'firstName' | 'lastName' | 'username'>;
  password: string;
};

/** Gives a student a new password. */
export function useSetStudentPassword() {
  return useMutation({
    meta: { invalidates: [studentKeys.allLocked], failed: i18n._(SET_PASSWORD_FAILED) },
    mutationFn: ({ student: { id, firstName, lastName, username }, password }: NewPassword) =>
      unwrap(
        api.PUT('/api/students/{student_id}', {
          body: { firstName, lastName, username, password },
          params: ofStudent(id),
        }),
      ),
    onSuccess: (_answer, { student }) => {
      const name = fullName(student);
      toast({ title: t`Password set`, description: t`${name} signs in with the new password now.` });
    },
  });
}

/** Resets the student's failed sign-in attempts. */
export function useUnlockStudent() {
  return useMutation({
    meta: {
      invalidates: [studentKeys.allLocked, studentKeys.allPictures],
      failed: t`Failed to unlock sign-in. Please try again.`,
    },
    mutationFn: ({ id }: Pick<Student, 'id' | 'firstName' | 'lastName'>) =>
      api.POST('/api/students/{student_id}/unlock', { params: ofStudent(id) }),
    onSuccess: (_answer, student) => {
      const name = fullName(student);
      toast({ title: t`Sign-in unlocked`, description: t`${name} can try again now.` });
    },
  });
}

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
      failed: t`Failed to erase student. Please try again.`,
    },
    mutationFn: eraseUntilDone,
    onSuccess: (_answer, studentId) => removeFromCache(studentId),
  });
}
