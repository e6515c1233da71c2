import { usePrefetchInfiniteQuery, usePrefetchQuery } from '@tanstack/react-query';

import { useStudent } from '@/auth/session-context';
import { myClassGoalQuery } from '@/features/class-goal/student/query';
import { ownClassroomQuery } from '@/features/classrooms/queries';
import { recentEntriesQuery } from '@/features/goalbucks/queries';
import { completedGoalsQuery, currentGoalsQuery } from '@/features/goals/queries';
import { purchasesOfStudentQuery } from '@/features/purchases/student/queries';
import { savingsQuery } from '@/features/savings/queries';
import { storeOpenQuery } from '@/features/store/queries';
import { balanceQuery } from '@/features/students/queries';
import { approvedSubmissionsQuery, openSubmissionsQuery } from '@/features/submissions/queries';
import { mySuggestionsQuery } from '@/features/suggestions/student/queries';

/** Starts the queries of My Goals together, so that they share one call. The store shows most of them, too. */
export function usePrefetchMyGoals() {
  const student = useStudent();
  const { id } = student;
  usePrefetchQuery(ownClassroomQuery(student));
  usePrefetchQuery(balanceQuery(id));
  usePrefetchQuery(currentGoalsQuery(id));
  usePrefetchInfiniteQuery(completedGoalsQuery(id));
  usePrefetchQuery(openSubmissionsQuery(id));
  usePrefetchQuery(approvedSubmissionsQuery(id));
  usePrefetchQuery(recentEntriesQuery(id));
  usePrefetchQuery(savingsQuery(id));
  usePrefetchQuery(storeOpenQuery(student));
  usePrefetchQuery(mySuggestionsQuery(id));
  usePrefetchQuery(myClassGoalQuery(student));
  usePrefetchInfiniteQuery(purchasesOfStudentQuery(id));
}
