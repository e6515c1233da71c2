import { Search } from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';

import { Checkbox } from '@/components/checkbox';
import { TextField } from '@/components/input';
import { classNames } from '@/lib/class-names';

import { type Column, RowCount, SelectAll, type Selection, SortHeader, SortSelect } from './table-controls';
import { type Sort, sortRows } from './table-sort';

export type { Column, Selection };

type DataTableProps<Row> = {
  /** Names the table for screen readers. */
  label: string;
  /** Rendered at the end of the toolbar; `found` is the number of matches, null without a search. */
  toolbar?: (found: number | null) => ReactNode;
  /** Rendered between toolbar and rows. */
  belowToolbar?: ReactNode;
  columns: Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  initialSort?: Sort;
  selection?: Selection<Row> | undefined;
  /** Content below an expanded row; null if collapsed. A cell contains the toggle. */
  details?: (row: Row) => ReactNode;
  /** Shown from 10 rows up. */
  search?: { label: string; text: (row: Row) => string; none: string };
};

const MIN_ROWS_FOR_SEARCH = 10;

function sorted<Row>(rows: readonly Row[], columns: Column<Row>[], sort: Sort | null | undefined) {
  const sortBy = columns.find((column) => column.id === sort?.column)?.sortBy;
  return sort && sortBy ? sortRows(rows, sortBy, sort.direction) : rows;
}

function useVisibleRows<Row>({ rows, columns, initialSort, search }: DataTableProps<Row>) {
  const [sort, setSort] = useState<Sort | null>(initialSort ?? null);
  const [searchText, setQuery] = useState('');
  // Without a search field an earlier query must not hide rows.
  const query = rows.length >= MIN_ROWS_FOR_SEARCH ? searchText : '';
  const needle = query.trim().toLocaleLowerCase();
  const found =
    needle && search ? rows.filter((row) => search.text(row).toLocaleLowerCase().includes(needle)) : rows;
  // Ties keep the initial order.
  const shown = sorted(sorted(found, columns, initialSort), columns, sort);
  return { shown, sort, setSort, query, setQuery };
}

function toggleKey(selected: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(selected);
  if (!next.delete(key)) next.add(key);
  return next;
}

const cardWidths = {
  third: 'max-sm:col-span-2',
  half: 'max-sm:col-span-3',
  'two-thirds': 'max-sm:col-span-4',
  full: 'max-sm:col-span-6',
};

function Cell<Row>({ row, column }: { row: Row; column: DataTableProps<Row>['columns'][number] }) {
  const hasLabel = !column.cardTitle && !column.actions;
  return (
    <td
      role="cell"
      className={classNames(
        'h-11 px-3 py-1 max-xl:px-2 max-[800px]:px-1.5 sm:first:ps-4 sm:last:pe-4 max-sm:h-auto max-sm:p-0 sm:border-b sm:border-line',
        // A card doesn't name what a row doesn't have.
        'max-sm:has-[>:empty]:hidden',
        column.align === 'end' && 'sm:text-end',
        column.cardTitle ? 'max-sm:col-span-6 max-sm:pe-10' : cardWidths[column.cardWidth ?? 'half'],
        column.actions &&
          'max-sm:row-span-2 max-sm:self-end max-sm:last:justify-self-end max-sm:last:-col-end-1 print:hidden',
        // The row's labels share a line of the grid, and its values the next one, whatever their number of lines.
        // `content-between` is for browsers without subgrid.
        hasLabel &&
          'max-sm:row-span-2 max-sm:grid max-sm:grid-rows-subgrid max-sm:content-between max-sm:gap-y-0',
      )}
    >
      {hasLabel && (
        <span aria-hidden="true" className="block text-small text-ink-2 sm:hidden">
          {column.header}
        </span>
      )}
      <span className={hasLabel ? 'sm:contents max-sm:flex max-sm:flex-col max-sm:items-start' : 'contents'}>
        {column.cell(row)}
      </span>
    </td>
  );
}

function TableRow<Row>({
  row,
  columns,
  rowKey,
  selection,
}: Pick<DataTableProps<Row>, 'columns' | 'rowKey' | 'selection'> & { row: Row }) {
  const key = rowKey(row);
  const isSelected = selection?.selected.has(key) ?? false;
  return (
    <tr
      role="row"
      {...(selection && { 'aria-selected': isSelected })}
      className="hover:bg-sunken/55 aria-selected:bg-brand-soft max-sm:relative max-sm:border-b max-sm:border-line max-sm:last:border-b-0 max-sm:grid max-sm:grid-flow-row-dense max-sm:grid-cols-6 max-sm:gap-x-2 max-sm:gap-y-1 max-sm:px-4 max-sm:py-2 large-text:flex! large-text:flex-col"
    >
      {selection && (
        <td
          role="cell"
          className="w-11.5 ps-4 sm:border-b sm:border-line max-sm:absolute max-sm:end-4 max-sm:top-2.5 max-sm:w-auto max-sm:p-0 print:hidden"
        >
          {(selection.isSelectable?.(row) ?? true) && (
            <Checkbox
              aria-label={selection.rowLabel(row)}
              checked={isSelected}
              onChange={() => {
                selection.onChange(toggleKey(selection.selected, key));
              }}
            />
          )}
        </td>
      )}
      {columns.map((column) => (
        <Cell key={column.id} row={row} column={column} />
      ))}
    </tr>
  );
}

/** Row with the expanded content; renders nothing without content. */
function DetailsRow({ columnCount, content }: { columnCount: number; content: ReactNode }) {
  if (content === null || content === undefined) return null;
  return (
    <tr role="row" className="max-sm:block max-sm:border-b max-sm:border-line">
      <td
        role="cell"
        colSpan={columnCount}
        className="bg-sunken/55 p-4 sm:border-b sm:border-line max-sm:block"
      >
        {content}
      </td>
    </tr>
  );
}

type TableView<Row> = ReturnType<typeof useVisibleRows<Row>>;

function Toolbar<Row>({ table, view }: { table: DataTableProps<Row>; view: TableView<Row> }) {
  const { columns, rows, rowKey, selection, search, toolbar } = table;
  const hasSearch = search !== undefined && rows.length >= MIN_ROWS_FOR_SEARCH;
  const sortable = columns.some((column) => column.sortBy);
  if (!hasSearch && toolbar === undefined && !sortable && !selection) return null;
  const isCardsOnly = !hasSearch && toolbar === undefined;
  const found = view.query.trim() === '' ? null : view.shown.length;
  return (
    <div
      className={classNames(
        'flex min-h-13 flex-wrap items-center gap-3 border-b border-line px-4 py-2 max-[359px]:gap-1.5 max-[359px]:px-2.5',
        isCardsOnly && 'sm:hidden',
      )}
    >
      {hasSearch && (
        <TextField
          label={search.label}
          hideLabel
          type="search"
          placeholder={search.label}
          leading={<Search aria-hidden />}
          value={view.query}
          onChange={(event) => {
            view.setQuery(event.target.value);
          }}
          className="w-66 max-sm:w-full"
        />
      )}
      {selection && (
        <span className="sm:hidden">
          <SelectAll selection={selection} shown={view.shown} rowKey={rowKey} label={selection.allLabel} />
        </span>
      )}
      {sortable && <SortSelect columns={columns} sort={view.sort} onSort={view.setSort} />}
      <div className="ms-auto flex flex-wrap items-center justify-end gap-x-3 gap-y-2 max-sm:has-[button]:w-full max-[359px]:gap-x-2 empty:hidden has-[>:only-child:empty]:absolute">
        {toolbar ? toolbar(found) : hasSearch && <RowCount found={found} all={rows.length} />}
      </div>
    </div>
  );
}

const headClass =
  'sticky top-[calc(var(--banner)+var(--top-bar))] z-1 h-9 border-b border-line bg-surface px-3 first:ps-4 last:pe-4 text-small font-mid text-ink-2 max-xl:px-2 max-[800px]:px-1.5 xl:whitespace-nowrap short:static';

function Head<Row>({ table, view }: { table: DataTableProps<Row>; view: TableView<Row> }) {
  const { columns, rowKey, selection } = table;
  return (
    <thead role="rowgroup" className="max-sm:hidden">
      <tr role="row">
        {selection && (
          <th
            role="columnheader"
            scope="col"
            className={classNames(headClass, 'w-11.5 ps-4 pe-0 text-start max-xl:ps-4 print:hidden')}
          >
            <SelectAll selection={selection} shown={view.shown} rowKey={rowKey} />
          </th>
        )}
        {columns.map((column) => (
          <th
            key={column.id}
            role="columnheader"
            scope="col"
            {...(view.sort?.column === column.id && { 'aria-sort': view.sort.direction })}
            className={classNames(
              headClass,
              column.widthClass,
              column.actions && 'print:hidden',
              column.align === 'end' ? 'text-end' : 'text-start',
            )}
          >
            <SortHeader column={column} sort={view.sort} onSort={view.setSort} />
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** Rows as a table; under 640 px each row is a card. Roles are written out because `display: grid` would drop them. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rowKey, selection, search, details } = props;
  const view = useVisibleRows(props);
  return (
    <>
      <Toolbar table={props} view={view} />
      {props.belowToolbar}
      <table
        role="table"
        aria-label={label}
        className="w-full sm:[&_tr:last-child>td]:border-b-0 border-separate border-spacing-0 max-sm:block"
      >
        <Head table={props} view={view} />
        <tbody role="rowgroup" className="max-sm:block">
          {view.shown.map((row) => (
            <Fragment key={rowKey(row)}>
              <TableRow row={row} columns={columns} rowKey={rowKey} selection={selection} />
              <DetailsRow columnCount={columns.length + (selection ? 1 : 0)} content={details?.(row)} />
            </Fragment>
          ))}
        </tbody>
      </table>
      {search && view.query && view.shown.length === 0 && (
        <p className="px-4 py-8 text-center text-ink-2">{search.none}</p>
      )}
    </>
  );
}
