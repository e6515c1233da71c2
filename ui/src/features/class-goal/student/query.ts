import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '@/api/client';
import { shareStudentHome } from '@/shared/student-home';

import { classGoalKey } from '../keys';
import { shownGoal } from '../shown-goal';

/** The class goal that the student is shown; null if there is none. */
export const myClassGoalQuery = ({ id, classroomId }: { id: string; classroomId: string }) =>
  queryOptions({
    queryKey: [...classGoalKey(classroomId), 'own', id],
    // Unknown until the session was checked.
    enabled: classroomId !== '',
    queryFn: ({ signal }) =>
      shareStudentHome(
        id,
        ({ classGoal }) => classGoal,
        async () =>
          shownGoal(
            await unwrap(
              api.GET('/api/class-goals/classroom/{classroom_id}', {
                signal,
                params: { path: { classroom_id: classroomId } },
              }),
            ),
          ),
      ),
  });
