import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { api, data, deleted } from '@/api/client';
import { goalKeys, purchaseKeys, studentKeys, submissionKeys, suggestionKeys } from '@/api/keys';
import type { StudentStats } from '@/api/types';
import { useRefresh } from '@/api/use-refresh';
import { useStudent } from '@/auth/session-context';

type NewStudent = {
  firstName: string;
  lastName: string;
  username: string;
  password: string;
  classroomId: string;
};
/** A password left out keeps the present one. */
type StudentChange = Omit<NewStudent, 'password' | 'classroomId'> & { id: string; password?: string };

const ofClass = (classroomId: string) => ({ path: { classroom_id: classroomId } });
const ofStudent = (studentId: string) => ({ path: { student_id: studentId } });

/** Students of a class with goals completed, present balance and last goal, by last name. */
export const studentStatsQuery = (classroomId: string) =>
  queryOptions({
    queryKey: studentKeys.stats(classroomId),
    queryFn: ({ signal }) =>
      data(
        api.GET('/api/classrooms/{classroom_id}/students/stats', { signal, params: ofClass(classroomId) }),
      ),
  });

/** Students of all classes of a teacher with their progress, by last name. */
export const studentsOfTeacherQuery = (teacherId: string) =>
  queryOptions({
    queryKey: studentKeys.ofTeacher(teacherId),
    queryFn: ({ signal }) =>
      data(
        api.GET('/api/students/teacher/{teacher_id}', {
          signal,
          params: { path: { teacher_id: teacherId } },
        }),
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

/** The signed-in student's balance. */
export const useMyBalance = () => useQuery(balanceQuery(useStudent().id));

/** Lists for a teacher in which a student stands by name. */
const NAMED_IN = [submissionKeys.ofTeachers, suggestionKeys.all, goalKeys.all, purchaseKeys.all];

/** Rows are saved one after another: asking for everything anew after each would be a class's worth of answers too many. */
const meta = { invalidates: [] };

/** Adds a student; the lists are asked for anew by `useRefreshStudents`. */
export function useAddStudent() {
  return useMutation({
    meta,
    mutationFn: (body: NewStudent) => data(api.POST('/api/students', { body })),
  });
}

/** Changes a student; the lists are asked for anew by `useRefreshStudents`. */
export function useUpdateStudent() {
  return useMutation({
    meta,
    mutationFn: ({ id, ...body }: StudentChange) =>
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
    meta: { invalidates: [...LISTS, submissionKeys.ofTeachers, suggestionKeys.all, purchaseKeys.all] },
    mutationFn: (studentId: string) =>
      deleted(api.DELETE('/api/students/{student_id}', { params: ofStudent(studentId) })),
    onSuccess: (_answer, studentId) => forget(studentId),
  });
}

/** Moves a student to another class of its teacher. All it has goes along, so everything is asked for anew. */
export function useMoveStudent() {
  const refresh = useRefresh();
  return useMutation({
    meta,
    mutationFn: ({ id, classroomId }: { id: string; classroomId: string }) =>
      data(api.PUT('/api/students/{student_id}/classroom', { body: { classroomId }, params: ofStudent(id) })),
    // Done once it is shown: the focus goes on to the next row, as this one leaves the class.
    onSuccess: refresh,
  });
}

/** Forgets the student's failed sign-ins, so that it may try again at once. */
export function useUnlockStudent() {
  return useMutation({
    meta,
    mutationFn: (studentId: string) =>
      api.POST('/api/students/{student_id}/unlock', { params: ofStudent(studentId) }),
  });
}
