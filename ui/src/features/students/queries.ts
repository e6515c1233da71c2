import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, data } from '@/api/client';
import type { Student } from '@/api/types';

export type NewStudent = {
  firstName: string;
  lastName: string;
  username: string;
  password: string;
  classroomId: string;
};
/** A password left out keeps the present one. */
export type StudentChange = Omit<NewStudent, 'password' | 'classroomId'> & { id: string; password?: string };

export const studentKeys = {
  all: ['students'] as const,
  ofClass: (classroomId: string) => ['students', 'of-class', classroomId] as const,
  stats: (classroomId: string) => ['students', 'stats', classroomId] as const,
  single: (studentId: string) => ['students', 'single', studentId] as const,
  balance: (studentId: string) => ['students', 'balance', studentId] as const,
  ledger: (studentId: string) => ['students', 'ledger', studentId] as const,
};

const ofClass = (classroomId: string) => ({ path: { classroom_id: classroomId } });
const ofStudent = (studentId: string) => ({ path: { student_id: studentId } });

export const studentsQuery = (classroomId: string) =>
  queryOptions({
    queryKey: studentKeys.ofClass(classroomId),
    queryFn: ({ signal }) =>
      data(api.GET('/api/classrooms/{classroom_id}/students', { signal, params: ofClass(classroomId) })),
  });

/** Students of a class with goals completed, present balance and last goal, by last name. */
export const studentStatsQuery = (classroomId: string) =>
  queryOptions({
    queryKey: studentKeys.stats(classroomId),
    queryFn: ({ signal }) =>
      data(
        api.GET('/api/classrooms/{classroom_id}/students/stats', { signal, params: ofClass(classroomId) }),
      ),
  });

export const studentQuery = (studentId: string) =>
  queryOptions({
    queryKey: studentKeys.single(studentId),
    queryFn: ({ signal }) =>
      data(api.GET('/api/students/{student_id}', { signal, params: ofStudent(studentId) })),
  });

export const balanceQuery = (studentId: string) =>
  queryOptions({
    queryKey: studentKeys.balance(studentId),
    queryFn: ({ signal }) =>
      data(api.GET('/api/students/{student_id}/goalbucks', { signal, params: ofStudent(studentId) })),
  });

/** The last 50 entries, newest first. */
export const ledgerQuery = (studentId: string) =>
  queryOptions({
    queryKey: studentKeys.ledger(studentId),
    queryFn: ({ signal }) =>
      data(
        api.GET('/api/students/{student_id}/ledger', {
          signal,
          params: { ...ofStudent(studentId), query: { limit: 50 } },
        }),
      ),
  });

export function useAddStudent() {
  return useMutation({
    meta: { invalidates: [studentKeys.all] },
    mutationFn: (body: NewStudent) => data(api.POST('/api/students', { body })),
  });
}

export function useUpdateStudent() {
  return useMutation({
    meta: { invalidates: [studentKeys.all, ['submissions', 'teacher']] },
    mutationFn: ({ id, ...body }: StudentChange) =>
      data(api.PUT('/api/students/{student_id}', { body, params: ofStudent(id) })),
  });
}

/** Deletes a student. What is on screen of it isn't asked for again: that would be a "not found" before the page moves on. */
export function useDeleteStudent() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: {
      invalidates: [
        ['students', 'of-class'],
        ['students', 'stats'],
        ['submissions', 'teacher'],
      ],
    },
    mutationFn: (studentId: string) =>
      api.DELETE('/api/students/{student_id}', { params: ofStudent(studentId) }),
    onSuccess: async (_answer, studentId) => {
      for (const list of ['of-class', 'stats']) {
        queryClient.setQueriesData<Student[]>({ queryKey: ['students', list] }, (students) =>
          students?.filter((student) => student.id !== studentId),
        );
      }
      await queryClient.invalidateQueries({ refetchType: 'none' });
    },
  });
}
