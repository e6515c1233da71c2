/** How many rows of a long list are shown at a time. */
const PAGE = 50;

type RowPage<Row> = {
  rows: Row[];
  /** The id to ask for more before; null when there are no more. */
  before: string | null;
};

/** What a page is asked for with: one row more than is shown tells whether there are more. */
export function pageQuery(before: string | null) {
  return { limit: PAGE + 1, ...(before !== null && { before }) };
}

export function toRowPage<Row extends { id: string }>(answer: Row[]): RowPage<Row> {
  const rows = answer.slice(0, PAGE);
  return { rows, before: answer.length > PAGE ? (rows.at(-1)?.id ?? null) : null };
}

/** How an infinite query goes through row pages. */
export const rowPaging = {
  initialPageParam: null as string | null,
  getNextPageParam: ({ before }: RowPage<unknown>) => before,
};

/** Whether the loaded pages of an infinite query have no rows. */
export function hasNoRows({ pages }: { pages: RowPage<unknown>[] }): boolean {
  return pages.every(({ rows }) => rows.length === 0);
}
