import { useEffect, useRef } from 'react';

import { formatNumber } from '@/lib/format';

import { Button } from './button';

/** Ref for the first row of the last page, which is focused when a page is loaded. */
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
  /** Infinite query. */
  pages: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => unknown;
  };
  /** Number of remaining rows, if known. */
  remaining?: number;
};

/** Loads the next page; renders nothing on the last page. */
export function ShowMore({ pages, remaining }: ShowMoreProps) {
  if (!pages.hasNextPage) return null;
  const label = remaining === undefined ? 'Show more' : `Show more (${formatNumber(remaining)} left)`;
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
