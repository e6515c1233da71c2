import { queryOptions, useQuery } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { goalbucksKeys, studentKeys } from '@/api/keys';
import type { StudentStats } from '@/api/types';
import { useStudent } from '@/auth/session-context';
import { shareStudentHome } from '@/shared/student-home';

import { withoutAway } from './away';

const classParams = (classroomId: string) => ({ path: { classroom_id: classroomId } });
const studentParams = (studentId: string) => ({ path: { student_id: studentId } });

/** Students of a class with goals completed, present balance and last goal, by last name. */
export const studentStatsQuery = (classroomId: string) =>
  queryOptions({
    queryKey: studentKeys.stats(classroomId),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/classrooms/{classroom_id}/students/stats', {
          signal,
          params: classParams(classroomId),
        }),
      ),
  });

/** The students of a class who aren't away. */
export const comingStudentsQuery = (classroomId: string | undefined) => ({
  ...studentStatsQuery(classroomId ?? ''),
  enabled: classroomId !== undefined,
  select: withoutAway<StudentStats>,
});

/** Students of all classes of a teacher with their progress, by last name. */
export const studentsOfTeacherQuery = (teacherId: string) =>
  queryOptions({
    queryKey: studentKeys.ofTeacher(teacherId),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/students/teacher/{teacher_id}', {
          signal,
          params: { path: { teacher_id: teacherId } },
        }),
      ),
  });

export const studentQuery = (studentId: string) =>
  queryOptions({
    queryKey: studentKeys.detail(studentId),
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/students/{student_id}', { signal, params: studentParams(studentId) })),
  });

export const balanceQuery = (studentId: string) =>
  queryOptions({
    queryKey: goalbucksKeys.balance(studentId),
    queryFn: ({ signal }) =>
      shareStudentHome(
        studentId,
        ({ balance }) => balance,
        () =>
          unwrap(
            api.GET('/api/students/{student_id}/goalbucks', { signal, params: studentParams(studentId) }),
          ),
      ),
  });

/** The signed-in student's balance. */
export const useMyBalance = () => useQuery(balanceQuery(useStudent().id));
