import { useInfiniteQuery } from '@tanstack/react-query';

import { ShowMore } from '@/components/show-more';

import { completedGoalsQuery } from './queries';

/** Asks for 50 more completed goals: three years of them are a long list. */
export function ShowMoreCompleted({ studentId }: { studentId: string }) {
  const query = useInfiniteQuery(completedGoalsQuery(studentId));
  if (!query.data) return null;
  return <ShowMore pages={query} remaining={query.data.completed - query.data.pages.flat().length} />;
}
