export type SortValue = string | number | null;
export type Sort = { column: string; direction: 'ascending' | 'descending' };

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

function compare(a: SortValue, b: SortValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return collator.compare(String(a), String(b));
}

/** Returns a sorted copy. Stable; null values come last in both directions. */
export function sortRows<Row>(
  rows: readonly Row[],
  value: (row: Row) => SortValue,
  direction: Sort['direction'],
): Row[] {
  const sign = direction === 'ascending' ? 1 : -1;
  return [...rows].sort((left, right) => {
    const a = value(left);
    const b = value(right);
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * compare(a, b);
  });
}

/** Next sort after a click on a header: ascending, then descending. */
export function nextSort(current: Sort | null, column: string): Sort {
  const reversed = current?.column === column && current.direction === 'ascending';
  return { column, direction: reversed ? 'descending' : 'ascending' };
}
