import { useEffect, useRef } from 'react';

import { formatNumber } from '@/lib/format';

import { Button } from './button';

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

type ShowMoreProps = {
  /** A list that comes a page at a time. */
  pages: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => unknown;
  };
  /** How many rows are left, when that is known. */
  left?: number;
};

/** At the end of a list: asks for one more page. Nothing when there is none. */
export function ShowMore({ pages, left }: ShowMoreProps) {
  if (!pages.hasNextPage) return null;
  const label = left === undefined ? 'Show more' : `Show more (${formatNumber(left)} left)`;
  return (
    <div className="border-t border-line p-2">
      <Button
        block
        variant="ghost"
        pending={pages.isFetchingNextPage}
        pendingLabel="Loading more"
        onClick={() => {
          pages.fetchNextPage();
        }}
      >
        {pages.isFetchNextPageError ? "It didn't load. Try again" : label}
      </Button>
    </div>
  );
}
