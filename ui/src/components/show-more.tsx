import { plural, t } from '@lingui/core/macro';
import { type HTMLAttributes, type ReactNode, type Ref, useEffect, useRef } from 'react';

import { Button } from './button';

/** Props of the row that is focused when its page is loaded. */
export type RowFocusProps = Pick<HTMLAttributes<HTMLLIElement>, 'tabIndex'> & { ref?: Ref<HTMLLIElement> };

/** Focuses the first row of a newly loaded page. Returns a function for the props of each row. */
export function useFocusOnNewPage<Row>(pages: readonly (readonly Row[])[]) {
  const firstNew = useRef<HTMLLIElement>(null);
  const shown = useRef(pages.length);
  useEffect(() => {
    if (pages.length > shown.current) firstNew.current?.focus();
    shown.current = pages.length;
  }, [pages.length]);
  const firstOfLastPage = pages.at(-1)?.[0];
  return (row: Row): RowFocusProps => (row === firstOfLastPage ? { ref: firstNew, tabIndex: -1 } : {});
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
  const label =
    remaining === undefined
      ? t`Show more`
      : plural(remaining, { one: 'Show more (# left)', other: 'Show more (# left)' });
  return (
    <div className="border-t border-line p-2">
      <Button
        block
        variant="ghost"
        pending={pages.isFetchingNextPage}
        pendingLabel={t`Loading more`}
        onClick={() => {
          pages.fetchNextPage();
        }}
      >
        {pages.isFetchNextPageError ? t`It didn't load. Try again` : label}
      </Button>
    </div>
  );
}

type PagedListProps<Row> = {
  /** Infinite query of these pages. */
  query: ShowMoreProps['pages'];
  pages: readonly { rows: Row[] }[];
  renderRow: (row: Row, focusProps: RowFocusProps) => ReactNode;
};

/** The loaded pages as one list, and the button for the next one. */
export function PagedList<Row>({ query, pages, renderRow }: PagedListProps<Row>) {
  const rows = pages.map((page) => page.rows);
  const focusProps = useFocusOnNewPage(rows);
  return (
    <>
      <ul>{rows.flat().map((row) => renderRow(row, focusProps(row)))}</ul>
      <ShowMore pages={query} />
    </>
  );
}
