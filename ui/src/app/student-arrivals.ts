import { plural, t } from '@lingui/core/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';

import type { Goal } from '@/api/types';
import { useStudent } from '@/auth/session-context';
import { useAnnounceArrivals } from '@/components/live-region/use-announce-arrivals';
import { completedGoalsQuery, currentGoalsQuery } from '@/features/goals/queries';

function describeGoals(goals: Goal[]): string | null {
  const added = goals.filter(({ status }) => status === 'current');
  const count = added.length;
  const name = added[0]?.name;
  if (name === undefined) return null;
  return count === 1 ? t`You have a new goal: ${name}` : plural(count, { other: 'You have # new goals' });
}

/** Announces new goals. The other changes by the teacher are in the news on the page. */
export function useStudentArrivals() {
  const { id } = useStudent();
  // The layout prefetches these lists.
  const current = useQuery({ ...currentGoalsQuery(id), enabled: false }).data;
  const completed = useInfiniteQuery({ ...completedGoalsQuery(id), enabled: false }).data;
  // With the completed ones: a goal that is opened again isn't new, and the news says so.
  useAnnounceArrivals(current && completed && [...current, ...completed.pages.flat()], describeGoals);
}
