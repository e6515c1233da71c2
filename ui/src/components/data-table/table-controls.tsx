import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { ReactNode } from 'react';

import { Checkbox } from '@/components/checkbox';
import { classNames } from '@/lib/class-names';
import { formatPart } from '@/lib/format';

import { nextSort, type Sort, type SortValue } from './table-sort';

export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Makes the column sortable. */
  sortBy?: (row: Row) => SortValue;
  align?: 'start' | 'end';
  /** The column's width, such as "w-30". */
  widthClass?: string;
  /** Column of buttons: visually hidden header, no label on cards. */
  actions?: boolean;
  /** Part of the card's width on narrow screens; half by default. */
  cardWidth?: 'third' | 'two-thirds' | 'full';
  /** Title of the card on narrow screens. */
  cardTitle?: boolean;
};

export type Selection<Row> = {
  /** Keys of the selected rows, independent of sorting and searching. */
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
  allLabel: string;
  rowLabel: (row: Row) => string;
  /** Whether the row has a checkbox; by default each has. */
  isSelectable?: (row: Row) => boolean;
};

type RowCountProps = {
  /** Number of matches; null without a search. */
  found: number | null;
  all: number;
  /** Shown without a search, such as "40 students". */
  total?: string;
};

/** "1 of 40" during a search; announced to screen readers. */
export function RowCount({ found, all, total }: RowCountProps) {
  return (
    <p role="status" className="text-ink-2">
      {found === null ? total : formatPart(found, all)}
    </p>
  );
}

export function SortHeader<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>;
  sort: Sort | null;
  onSort: (sort: Sort) => void;
}) {
  if (column.actions) return <span className="sr-only">{column.header}</span>;
  if (!column.sortBy) return column.header;
  const direction = sort?.column === column.id ? sort.direction : null;
  const Icon = direction === null ? ArrowUpDown : direction === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      onClick={() => {
        onSort(nextSort(sort, column.id));
      }}
      className={classNames(
        'group -mx-1.5 inline-flex min-h-7 items-center gap-1 rounded-control px-1.5 hover:bg-sunken',
        direction !== null && 'text-ink',
        column.align === 'end' ? 'flex-row-reverse text-end' : 'text-start',
      )}
    >
      {column.header}
      <Icon
        aria-hidden
        className={classNames(
          'size-3.5',
          direction === null &&
            'opacity-0 group-hover:opacity-70 group-focus-visible:opacity-70 max-xl:hidden',
        )}
      />
    </button>
  );
}

/** Sort control for narrow screens, which have no header. */
export function SortSelect<Row>({
  columns,
  sort,
  onSort,
}: {
  columns: Column<Row>[];
  sort: Sort | null;
  onSort: (sort: Sort) => void;
}) {
  return (
    <select
      aria-label={t`Sort by`}
      value={sort ? `${sort.column} ${sort.direction}` : ''}
      onChange={(event) => {
        const [column = '', direction] = event.target.value.split(' ');
        onSort({ column, direction: direction === 'descending' ? 'descending' : 'ascending' });
      }}
      className="min-h-(--control) min-w-0 grow basis-22 rounded-control border border-line-strong bg-surface px-2 text-ellipsis max-[359px]:ps-1 max-[359px]:pe-0 max-[359px]:text-small sm:hidden"
    >
      {!sort && (
        <option value="">
          <Trans>Sort by</Trans>
        </option>
      )}
      {columns
        .filter((column) => column.sortBy)
        .flatMap((column) => [
          <option key={`${column.id}-up`} value={`${column.id} ascending`}>{`${column.header} ↑`}</option>,
          <option key={`${column.id}-down`} value={`${column.id} descending`}>{`${column.header} ↓`}</option>,
        ])}
    </select>
  );
}

export function SelectAll<Row>({
  selection,
  shown,
  rowKey,
  label,
}: {
  selection: Selection<Row>;
  shown: readonly Row[];
  rowKey: (row: Row) => string;
  label?: string;
}) {
  const keys = shown.filter((row) => selection.isSelectable?.(row) ?? true).map(rowKey);
  const selectedCount = keys.filter((key) => selection.selected.has(key)).length;
  const all = keys.length > 0 && selectedCount === keys.length;
  return (
    <Checkbox
      {...(label === undefined ? { 'aria-label': selection.allLabel } : { label })}
      checked={all}
      indeterminate={selectedCount > 0 && !all}
      disabled={keys.length === 0}
      onChange={() => {
        const others = [...selection.selected].filter((key) => !keys.includes(key));
        selection.onChange(new Set(all ? others : [...others, ...keys]));
      }}
    />
  );
}
