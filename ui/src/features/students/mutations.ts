import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api, data, deleted } from '@/api/client';
import { goalKeys, purchaseKeys, studentKeys, submissionKeys, suggestionKeys } from '@/api/keys';
import type { Schemas, Student, StudentStats } from '@/api/types';
import { toast } from '@/components/toast/toast-store';

import { fullName } from './full-name';

const ofStudent = (studentId: string) => ({ path: { student_id: studentId } });

/** Lists for a teacher in which a student stands by name. */
const NAMED_IN = [submissionKeys.ofTeachers, suggestionKeys.all, goalKeys.all, purchaseKeys.all];

/** Rows are saved one after another, with one toast and one refetch (`useRefreshStudents`) for all of them. */
const ofSeveral = { invalidates: [] };

export function useAddStudent() {
  return useMutation({
    meta: ofSeveral,
    mutationFn: (body: Schemas['NewStudentRequest']) => data(api.POST('/api/students', { body })),
  });
}

/** Changes a student. A password left out keeps the present one. */
export function useUpdateStudent() {
  return useMutation({
    meta: ofSeveral,
    mutationFn: ({ id, ...body }: Schemas['StudentRequest'] & { id: string }) =>
      data(api.PUT('/api/students/{student_id}', { body, params: ofStudent(id) })),
  });
}

/** After students were added or changed: asks again for them, and for what carries their names. */
export function useRefreshStudents() {
  const queryClient = useQueryClient();
  return () => {
    for (const queryKey of [studentKeys.all, ...NAMED_IN]) {
      void queryClient.invalidateQueries({ queryKey });
    }
  };
}

/** Where a student is a row: of a class, and of all classes. */
export const LISTS = [studentKeys.allStats, studentKeys.ofTeachers];

/** What is on screen of a student who is gone isn't asked for again: that would be a "not found" before the page moves on. */
export function useForgetStudent() {
  const queryClient = useQueryClient();
  return async (studentId: string) => {
    for (const queryKey of LISTS) {
      queryClient.setQueriesData<StudentStats[]>({ queryKey }, (students) =>
        students?.filter((student) => student.id !== studentId),
      );
    }
    await queryClient.invalidateQueries({ refetchType: 'none' });
  };
}

export function useDeleteStudent() {
  const forget = useForgetStudent();
  return useMutation({
    meta: {
      invalidates: [...LISTS, submissionKeys.ofTeachers, suggestionKeys.all, purchaseKeys.all],
      failed: 'Failed to delete student. Please try again.',
    },
    mutationFn: (studentId: string) =>
      deleted(api.DELETE('/api/students/{student_id}', { params: ofStudent(studentId) })),
    onSuccess: async (_answer, studentId) => {
      await forget(studentId);
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
      data(api.PUT('/api/students/{student_id}/classroom', { body: { classroomId }, params: ofStudent(id) })),
  });
}

/** Forgets the student's failed sign-ins, so that it may try again at once. */
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
