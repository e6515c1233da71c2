import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

import { achievedGoalsQuery } from './queries';

/**
 * The completed goals: the newest 50 as soon as they are there, then all the others, because no call tells how many
 * there are. `counted` says that these are all.
 */
export function useAchievedGoals(studentId: string) {
  const query = useInfiniteQuery(achievedGoalsQuery(studentId));
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  return {
    query,
    newest: query.data?.pages[0],
    goals: query.data?.pages.flat(),
    counted: !hasNextPage,
  };
}
