import { useInfiniteQuery } from '@tanstack/react-query';

import { ShowMore } from '@/components/show-more';

import { completedGoalsQuery } from './queries';

/** Button that loads 50 more completed goals. */
export function ShowMoreCompleted({ studentId }: { studentId: string }) {
  const query = useInfiniteQuery(completedGoalsQuery(studentId));
  if (!query.data) return null;
  return <ShowMore pages={query} remaining={query.data.completed - query.data.pages.flat().length} />;
}
