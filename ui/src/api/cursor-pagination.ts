/** Rows per page. */
const PAGE_SIZE = 50;

type CursorPage<Row> = {
  rows: Row[];
  /** Cursor of the next page; null on the last page. */
  before: string | null;
};

/** Query parameters of a page: requests one extra row to detect a next page. */
export function pageParams(before: string | null) {
  return { limit: PAGE_SIZE + 1, ...(before !== null && { before }) };
}

export function toCursorPage<Row extends { id: string }>(answer: Row[]): CursorPage<Row> {
  const rows = answer.slice(0, PAGE_SIZE);
  return { rows, before: answer.length > PAGE_SIZE ? (rows.at(-1)?.id ?? null) : null };
}

/** Options of an infinite query with cursor pagination. */
export const cursorPagination = {
  initialPageParam: null as string | null,
  getNextPageParam: ({ before }: CursorPage<unknown>) => before,
};

/** Whether the loaded pages of an infinite query have no rows. */
export function hasNoRows({ pages }: { pages: CursorPage<unknown>[] }): boolean {
  return pages.every(({ rows }) => rows.length === 0);
}
