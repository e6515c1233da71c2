import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { Button } from '@/components/button';
import { formatNumber } from '@/components/format';

import { completedGoalsQuery } from './queries';

/** A ref for the first row of the last page: when one more page has come, the focus goes there. */
export function useFocusOnNewPage(pageCount: number) {
  const firstNew = useRef<HTMLLIElement>(null);
  const shown = useRef(pageCount);
  useEffect(() => {
    if (pageCount > shown.current) firstNew.current?.focus();
    shown.current = pageCount;
  }, [pageCount]);
  return firstNew;
}

/** Asks for 50 more completed goals: three years of them are a long list. */
export function ShowMore({ studentId }: { studentId: string }) {
  const query = useInfiniteQuery(completedGoalsQuery(studentId));
  if (!query.data || !query.hasNextPage) return null;
  const left = query.data.completed - query.data.pages.flat().length;
  return (
    <div className="border-t border-line p-2">
      <Button
        block
        variant="ghost"
        pending={query.isFetchingNextPage}
        pendingLabel="Loading more"
        onClick={() => void query.fetchNextPage()}
      >
        {query.isFetchNextPageError ? "It didn't load. Try again" : `Show more (${formatNumber(left)} left)`}
      </Button>
    </div>
  );
}
