import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { shareStudentHome } from '@/shared/student-home';

import { shownGoal } from '../shown-goal';

/** The family has the name of the topic. Not by the class, which is unknown until the session was checked. */
export const myClassGoalKey = (studentId: string) => ['class-goal', 'student', studentId] as const;

const fetchHome = async (studentId: string) =>
  (await unwrap(api.GET('/api/students/{student_id}/home', { params: { path: { student_id: studentId } } })))
    .classGoal;

const fetchOfClass = async (classroomId: string) =>
  shownGoal(
    await unwrap(
      api.GET('/api/class-goals/classroom/{classroom_id}', {
        params: { path: { classroom_id: classroomId } },
      }),
    ),
  );

/** The class goal that the student is shown; null if there is none. */
export const myClassGoalQuery = ({ id, classroomId }: { id: string; classroomId: string }) =>
  queryOptions({
    queryKey: myClassGoalKey(id),
    queryFn: () =>
      shareStudentHome(
        id,
        ({ classGoal }) => classGoal,
        () => (classroomId === '' ? fetchHome(id) : fetchOfClass(classroomId)),
      ),
  });
