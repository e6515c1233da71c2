import { queryOptions, useQuery } from '@tanstack/react-query';

import { api, data } from '@/api/client';
import { studentKeys } from '@/api/keys';
import { useStudent } from '@/auth/session-context';

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
