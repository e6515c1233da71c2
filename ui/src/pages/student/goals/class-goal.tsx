import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';

import { lazyWhenReachable } from '@/api/lazy-when-reachable';
import { useStudent } from '@/auth/session-context';
import { Card } from '@/components/card';
import { myClassGoalQuery } from '@/features/class-goal/student/query';
import { withMessages } from '@/lib/language';

const MyClassGoal = lazyWhenReachable(() =>
  withMessages('student-work', import('@/pages/student/class-goal')),
);

/** The class goal, if there is one; its code is loaded then. Without it, or if it didn't load, nothing is missing. */
export function ClassGoalOfPage() {
  const goal = useQuery(myClassGoalQuery(useStudent())).data;
  if (!goal) return null;
  return (
    <Suspense fallback={<Card className="h-44" />}>
      <MyClassGoal goal={goal} />
    </Suspense>
  );
}
